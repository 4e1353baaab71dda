#pragma once

#include "mock-provider/request.hpp"

namespace mock_provider::request_headers {

/// Whether there is `Authorization: Bearer` with a key behind it.
[[nodiscard]] bool has_bearer_key(Headers const& headers);

/// Whether the content type is `application/json`, in any letter case and with any parameters.
[[nodiscard]] bool says_json(Headers const& headers);

}  // namespace mock_provider::request_headers
