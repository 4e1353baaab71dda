#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/clauses/clause_registry.hpp"
#include "harness/mutants/literals.hpp"
#include "harness/mutants/sharpness.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// One thing that a rule of conformance-model §3 or §8 forbids.
struct LintFinding {
  std::string rule;   ///< "unknown-clause", "no-twin", …
  std::string place;  ///< vector id, clause id, file, or file:line
  std::string message;

  bool operator==(LintFinding const&) const = default;
};

/// Rules over vectors and clauses: unknown-clause, exempt-clause, mixed-levels, no-twin, poor-twin,
/// clause-without-vector, unknown-reading, gating, unknown-transform, machine-state.
[[nodiscard]] std::vector<LintFinding> lint_corpus(Corpus const& corpus, ClauseRegistry const& registry);

/// Rules over the files as text: schema (vectors.schema.json), format (canonical form), params (the given of every
/// known operation against protocol.schema.json). Throws InputError when a schema file is missing.
[[nodiscard]] std::vector<LintFinding> lint_files(std::filesystem::path const& vectors_folder, Corpus const& corpus);

/// Rules of sharpness: clause-without-mutant, survivor, unproven-citation, useless-vector, unknown-mutated-clause.
[[nodiscard]] std::vector<LintFinding> lint_sharpness(ClauseRegistry const& registry,
                                                      std::vector<Mutant> const& mutants, KillMatrix const& matrix);

/// Rule borrowed-literal: a mutant source that names a literal of a vector. The vocabulary of the specification is what
/// stands in backticks on the pages, and every key and word of the protocol schema.
[[nodiscard]] std::vector<LintFinding> lint_mutant_sources(std::vector<SourceText> const& sources, Corpus const& corpus,
                                                           std::filesystem::path const& spec_folder,
                                                           std::filesystem::path const& vectors_folder);

}  // namespace conformance
