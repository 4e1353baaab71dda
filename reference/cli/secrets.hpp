#pragma once

#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::cli {

/// `value` with each string under a key that names a secret (such as apiKey, clientSecret, password, accessToken or
/// authorization, at any depth) replaced by `[REDACTED]`.
[[nodiscard]] Json with_secrets_masked(Json value);

/// A line of a source file with `[REDACTED]` in place of what stands behind the name of a secret and a `:` or `=`, up
/// to the end of the value or, where that is not clear, of the line. References and template expressions stay.
[[nodiscard]] std::string with_named_values_masked(std::string_view line);

}  // namespace prompty::cli
