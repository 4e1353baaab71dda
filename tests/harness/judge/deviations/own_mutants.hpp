#pragma once

#include <vector>

#include "harness/judge/deviations/mutant.hpp"
#include "support/places.hpp"

namespace conformance::mutants_test {

/// The mutants of this repository, read once.
inline std::vector<Mutant> const& own_mutants() {
  static std::vector<Mutant> const mutants = read_mutants(prompty_tests::repository() + "/spec");
  return mutants;
}

}  // namespace conformance::mutants_test
