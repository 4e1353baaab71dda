#pragma once

#include <vector>

#include "harness/clauses/clause_registry.hpp"
#include "harness/mutants/mutant.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// The version of what `list --json` and `export` write (vectors/schema/export.schema.json).
inline constexpr int listing_version = 1;

/// The first members of a listing of a corpus: schemaVersion, suiteVersion, corpusDigest.
[[nodiscard]] Json listing_head(Corpus const& corpus);

/// One vector: id, topic, file, clauses, why, operations, digest (`content_of`), gating, readings (the names of those
/// that it expects something of).
[[nodiscard]] Json vector_entry(Vector const& vector);

/// One clause with its marks, the ids of its vectors and of its mutants. `unobservable` is the reason, or null.
[[nodiscard]] Json clause_entry(Clause const& clause, Corpus const& corpus, std::vector<Mutant> const& mutants);

/// One decision with its readings and the profiles that take them.
[[nodiscard]] Json decision_entry(Decision const& decision);

}  // namespace conformance
