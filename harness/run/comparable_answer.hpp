#pragma once

#include <string>

#include "harness/replay/attempt.hpp"

namespace conformance {

/// What an attempt was answered, as text, without what may rightly differ between two subjects or two replays: the
/// folder `scratch` of the subject, the number of the workspace, and what the mock provider calls itself and its
/// answers. Two subjects that behave alike have equal texts.
[[nodiscard]] std::string comparable_answer(Attempt const& attempt, std::string const& scratch);

}  // namespace conformance
