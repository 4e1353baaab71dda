#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `converse`. They leave other operations to the reference. What is sent can only be changed by asking for
// another conversation, since requests do not pass through a subject.

/// Whether a message has the role.
[[nodiscard]] bool has_role(Json const& message, std::string const& role);

}  // namespace conformance::mutants
