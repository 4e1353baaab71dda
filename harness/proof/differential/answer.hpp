#pragma once

#include <optional>
#include <string>

#include "harness/judge/verdict/profile.hpp"
#include "harness/proof/differential/input.hpp"

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

/// How two answers differ, whatever the input was: what many inputs have in common.
struct DifferenceKind {
  std::string pointer = {};  ///< JSON pointer of the first difference; an index and an invented name are `*`
  std::string left = {};     ///< what stands there: "absent", the type of a value, or the outcome at the pointer ""
  std::string right = {};
  bool operator==(DifferenceKind const&) const = default;
};

/// Nothing for answers that are the same. Members are looked at in alphabetical order, so that the order in which a
/// subject writes them decides nothing. Of a result against an error, the error's side has the gist of its message.
[[nodiscard]] std::optional<DifferenceKind> kind_of_difference(Answer const& left, Answer const& right);

}  // namespace conformance::differential
