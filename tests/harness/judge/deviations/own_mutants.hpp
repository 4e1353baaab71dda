#pragma once

#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "support/places.hpp"

namespace conformance::mutants_test {

/// The mutants of this repository, read once.
inline std::vector<Deviation> const& own_mutants() {
  static std::vector<Deviation> const mutants = read_mutants(prompty_tests::repository() + "/spec");
  return mutants;
}

}  // namespace conformance::mutants_test
