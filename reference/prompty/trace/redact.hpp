#pragma once

#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty {

/// `value`, which stands under `key`, with `[REDACTED]` in the place of every value whose key names a secret: one that
/// contains secret, password, api_key, api-key, apikey, token, auth, credential or cookie in any letter case, at every
/// depth. Null stays, and so do counters: under a key that contains `tokens`, a number, or an object of nothing but
/// numbers (P3.2-05). A number that JSON cannot write becomes text.
[[nodiscard]] Json redacted(std::string_view key, Json const& value);

}  // namespace prompty
