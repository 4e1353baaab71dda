#pragma once

#include "harness/subject/subject.hpp"
#include "harness/vectors/vector.hpp"

namespace conformance {

/// The reply without the events of type `status` among those of a turn, unless the expectation names that type.
[[nodiscard]] Reply without_unexpected_status(ExpectedAnswer const& expected, Reply reply);

}  // namespace conformance
