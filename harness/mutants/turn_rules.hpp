#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `turn`. They leave other operations to the reference. What is sent can only be changed by asking for
// another turn, since requests do not pass through a subject.

/// The one text of a message; "" when there is none.
[[nodiscard]] std::string text_of_message(Json const& message);

}  // namespace conformance::mutants
