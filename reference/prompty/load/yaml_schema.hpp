#pragma once

#include <optional>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::yaml {

/// The value of a plain (unquoted) scalar by the core schema of YAML 1.2: null, boolean, integer (also 0o17 and 0x1f),
/// float, else the text, such as `yes` and dates; `042` is 42. Nothing for infinities, NaN, and what is out of range.
[[nodiscard]] std::optional<Json> resolve_plain_scalar(std::string_view text);

/// Whether the first letter tells that a plain scalar is text, as it does of most.
[[nodiscard]] bool begins_as_text(std::string_view text);

/// Whether a plain scalar is null: nothing at all, or one of its four words.
[[nodiscard]] bool is_null_word(std::string_view text);

}  // namespace prompty::yaml
