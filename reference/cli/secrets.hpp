#pragma once

#include "prompty/core/json.hpp"

namespace prompty::cli {

/// `value` with each string under a key that names a secret (such as apiKey, clientSecret, password, accessToken or
/// authorization, at any depth) replaced by `[REDACTED]`.
[[nodiscard]] Json with_secrets_masked(Json value);

}  // namespace prompty::cli
