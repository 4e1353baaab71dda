#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/mutants/mutant.hpp"
#include "harness/mutants/shown_place.hpp"

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

/// Where the vector of that id fails under the mutant; nowhere when it passes.
using Kills = std::function<ShownPlaces(Mutant const& mutant, std::string const& vector_id)>;

/// Asks `kills` once for every mutant and vector, mutant by mutant, and draws the conclusions.
[[nodiscard]] KillMatrix kill_matrix(std::vector<Mutant> const& mutants, std::vector<CitingVector> const& vectors,
                                     Kills const& kills);

}  // namespace conformance
