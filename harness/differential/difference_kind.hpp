#pragma once

#include <optional>
#include <string>

#include "harness/differential/answer.hpp"

namespace conformance::differential {

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
