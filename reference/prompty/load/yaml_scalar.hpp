#pragma once

#include <optional>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::yaml {

/// The value of a plain (unquoted) scalar by the core schema of YAML 1.2: null, boolean, integer (also 0o17 and 0x1f),
/// float, otherwise the text itself; `yes` and dates are text, `042` is 42. Nothing for a number that JSON cannot hold:
/// an infinity, a NaN, or one out of range.
[[nodiscard]] std::optional<Json> resolve_plain_scalar(std::string_view text);

}  // namespace prompty::yaml
