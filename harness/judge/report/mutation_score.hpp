#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// How many clauses a subject that understands nothing holds.
struct TrivialScore {
  std::string subject;
  std::size_t clauses_held = 0;

  bool operator==(TrivialScore const&) const = default;
};

/// How well subjects with many mistakes at once were identified, in percent with one decimal.
struct TogetherPercent {
  std::size_t at_once = 0;
  std::size_t rounds = 0;
  double recall = 0;
  double precision = 0;
  bool unknown = false;  ///< whether the mistakes were unknown to the diagnosis

  bool operator==(TogetherPercent const&) const = default;
};

/// How sharp the suite is, as `mutants --json` measured it for one corpus, and `mutants --together K --json` and
/// `trivial --json` after it.
struct MutationScore {
  std::string corpus_digest;
  std::size_t mutants = 0;
  std::size_t dead = 0;  ///< killed by a vector of their own clause
  std::size_t unproven_citations = 0;
  std::size_t useless_vectors = 0;
  std::vector<TogetherPercent> together;  ///< empty when not measured
  std::vector<TrivialScore> trivial;      ///< empty when not measured

  bool operator==(MutationScore const&) const = default;
};

[[nodiscard]] Json mutation_score_to_json(MutationScore const& score);

/// What `mutants --json` wrote. Throws InputError for any other file, or one about another corpus.
[[nodiscard]] MutationScore read_mutation_score(std::filesystem::path const& path, std::string const& corpus_digest);

}  // namespace conformance
