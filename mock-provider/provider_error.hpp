#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::provider_error {

/// An error body in the provider's shape, `{"error": {message, type, param, code}}`: what `error` leaves open is what
/// the provider sends with that status.
[[nodiscard]] Json body(ProviderError const& error);

/// The headers that come along: for 429 the wait (one second unless `retry_after` is set) and the rate limits; for
/// other statuses the wait when `retry_after` is set.
[[nodiscard]] Headers headers(ProviderError const& error);

}  // namespace mock_provider::provider_error
