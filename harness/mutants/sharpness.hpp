#pragma once

#include "harness/clauses/clause_registry.hpp"
#include "harness/mutants/kill_matrix.hpp"
#include "harness/mutants/mutant_judge.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// Plays every vector against every mutant. A vector that the reference itself fails kills nothing.
[[nodiscard]] KillMatrix measure_sharpness(Corpus const& corpus, std::vector<Mutant> const& mutants,
                                           MutantJudge const& judge);

/// The vectors of a corpus as the matrix sees them.
[[nodiscard]] std::vector<CitingVector> as_cited(Corpus const& corpus);

/// Testable clauses for which no mutant exists.
[[nodiscard]] std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry,
                                                              std::vector<Mutant> const& mutants);

}  // namespace conformance
