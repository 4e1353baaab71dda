#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::anthropic_error {

/// An error body in Anthropic's shape, `{"type": "error", "error": {type, message}}`: what `error` leaves open is what
/// the provider sends with that status. It has no place for code and param.
[[nodiscard]] Json body(ProviderError const& error);

/// The headers that come along: for 429 the wait (one second unless `retry_after` is set) and the rate limits; for
/// other statuses the wait when `retry_after` is set.
[[nodiscard]] Headers headers(ProviderError const& error);

}  // namespace mock_provider::anthropic_error
