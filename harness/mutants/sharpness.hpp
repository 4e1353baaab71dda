#pragma once

#include "harness/clauses/clause_registry.hpp"
#include "harness/mutants/kill_matrix.hpp"
#include "harness/vectors/corpus.hpp"

namespace mock_provider {
class Server;
}

namespace conformance {

/// Plays every vector directly against every mutant of `reference` in the profile as-written.
/// A vector that the reference itself fails kills nothing.
[[nodiscard]] KillMatrix measure_sharpness(Corpus const& corpus, ClauseRegistry const& registry,
                                           std::vector<Mutant> const& mutants, Subject& reference,
                                           mock_provider::Server& mock);

/// The vectors of a corpus as the matrix sees them.
[[nodiscard]] std::vector<CitingVector> as_cited(Corpus const& corpus);

/// Testable clauses for which no mutant exists.
[[nodiscard]] std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry,
                                                              std::vector<Mutant> const& mutants);

}  // namespace conformance
