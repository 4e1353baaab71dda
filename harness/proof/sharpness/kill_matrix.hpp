#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/report/mutation_score.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// A vector as the matrix sees it: its full id and the clauses that it cites.
struct CitingVector {
  std::string id;
  std::vector<std::string> clauses;
  bool operator==(CitingVector const&) const = default;
};

/// That a vector claims to check a clause.
struct Citation {
  std::string clause;
  std::string vector;
  bool operator==(Citation const&) const = default;
};

/// What happened to one mutant.
struct MutantFate {
  std::string mutant;
  std::string clause;
  std::vector<std::string> killers;      ///< ids of the vectors that fail under it, in the given order
  std::vector<std::string> own_killers;  ///< those of them that cite its clause
  std::vector<ShownPlaces> shown;        ///< for each of the killers, where it fails
  bool operator==(MutantFate const&) const = default;
};

struct KillMatrix {
  std::vector<MutantFate> fates;             ///< one per mutant, in the given order
  std::vector<std::string> survivors;        ///< mutants that no vector of their own clause kills
  std::vector<Citation> unproven_citations;  ///< no mutant of the clause makes the vector fail; in order of the vectors
  std::vector<std::string> useless_vectors;  ///< vectors that fail under no mutant at all
  std::size_t kills = 0;                     ///< pairs of mutant and vector that fails under it
  bool operator==(KillMatrix const&) const = default;
};

/// The vectors that fail under a mutant, by their index in the given order, and where each does.
using Killers = std::map<std::size_t, ShownPlaces>;

/// Draws the conclusions. `killers` is called once for every mutant, in their order.
[[nodiscard]] KillMatrix kill_matrix(std::vector<Deviation> const& mutants, std::vector<CitingVector> const& vectors,
                                     std::function<Killers(Deviation const& mutant)> const& killers);

/// The vectors of a corpus as the matrix sees them.
[[nodiscard]] std::vector<CitingVector> as_cited(Corpus const& corpus);

/// Testable clauses for which no mutant exists.
[[nodiscard]] std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry,
                                                              std::vector<Deviation> const& mutants);

/// The figures of the matrix for reports.
[[nodiscard]] MutationScore mutation_score(KillMatrix const& matrix, std::string corpus_digest);

}  // namespace conformance
