#pragma once

#include <string>

#include "harness/differential/input.hpp"
#include "harness/verdict/profile.hpp"

namespace conformance::differential {

/// What one subject said to an input, as far as answers are compared.
struct Answer {
  std::string outcome = {};  ///< "result", the kind of the error, "crash", "timeout", "protocol fault", "unsupported"
  Json value = nullptr;      ///< of a result; of an error, the items that a stream brought before it
  std::string message = {};  ///< of an error, or what is known of how the answer failed to come; never compared
};

/// Asks a subject. Its files are laid out in a folder of its own meanwhile. `live` is passed on to a subject that
/// declares profiles. The value is brought into one form: what is not set is left out, the arguments of a tool call are
/// spelled in one way, the numbers in placeholders are gone, and of a request only the body is left, as no clause
/// settles method, path and headers for everybody.
[[nodiscard]] Answer ask(Subject& subject, Input const& input, Profile profile);

[[nodiscard]] bool same_answer(Answer const& left, Answer const& right);

}  // namespace conformance::differential
