#pragma once

#include <vector>

#include "harness/vectors/suite.hpp"

namespace conformance {

/// The vectors that `run --transforms` makes of those of a suite by the pages of carried values and of crossings.
[[nodiscard]] std::vector<Vector> generated_vectors(Suite const& suite);

}  // namespace conformance
