#include "harness/vectors/vector.hpp"

#include <algorithm>

namespace conformance {

bool Vector::expects_error() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](Step const& step) { return step.expect.outcome.error.has_value(); });
}

}  // namespace conformance
