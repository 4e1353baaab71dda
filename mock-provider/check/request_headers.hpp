#pragma once

#include "mock-provider/request.hpp"

namespace mock_provider::request_headers {

/// Whether there is `Authorization: Bearer` with a key behind it.
[[nodiscard]] bool has_bearer_key(Headers const& headers);

/// Whether the content type is `application/json`, in any letter case and with any parameters.
[[nodiscard]] bool says_json(Headers const& headers);

/// Whether there is a key as OpenAI takes it, or Azure: in Authorization: Bearer or in api-key.
[[nodiscard]] bool has_openai_key(Headers const& headers);

/// Whether there is a key as Anthropic takes it: in x-api-key or in Authorization: Bearer.
[[nodiscard]] bool has_anthropic_key(Headers const& headers);

}  // namespace mock_provider::request_headers
