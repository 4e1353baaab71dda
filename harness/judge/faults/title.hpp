#pragma once

#include <string>

#include "harness/judge/faults/signature.hpp"
#include "mock-provider/matching/expectation.hpp"

namespace conformance {

/// The message of the error that was raised where a value is due, in one line; "" where none was.
[[nodiscard]] std::string raised_message(Difference const& difference);

/// A fault in one line, for people: the operation, the place as a path, what is wrong there, and, of the difference
/// that shows it, what was expected and what came: 'load: metadata.note: other text as a whole (expected "a", got
/// "b")'.
[[nodiscard]] std::string title_of(Signature const& signature, Difference const* difference);

}  // namespace conformance
