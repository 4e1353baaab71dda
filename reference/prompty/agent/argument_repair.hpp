#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "prompty/core/json.hpp"

namespace prompty {

/// Why a text is no JSON.
struct Unreadable {
  std::string reason;
};

/// The arguments of a call, a JSON object, from what a model wrote, by the first of these ways that gives JSON: as it
/// is; without a code fence; the first balanced block of braces in that; that block without commas before a closing
/// bracket (§9). Blanks alone mean an empty object; JSON that is no object is not repaired.
[[nodiscard]] std::variant<Json, Unreadable> repaired_arguments(std::string_view text);

}  // namespace prompty
