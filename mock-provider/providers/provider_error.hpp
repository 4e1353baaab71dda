#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::anthropic_error {

/// An error body in Anthropic's shape, `{"type": "error", "error": {type, message}}`: what `error` leaves open is what
/// the provider sends with that status. It has no place for code and param.
[[nodiscard]] Json body(ProviderError const& error);

/// The headers that come along: for 429 the wait (one second unless `retry_after` is set) and the rate limits; for
/// other statuses the wait when `retry_after` is set.
[[nodiscard]] Headers headers(ProviderError const& error);

}  // namespace mock_provider::anthropic_error

namespace mock_provider::provider_error {

/// An error body in the provider's shape, `{"error": {message, type, param, code}}`: what `error` leaves open is what
/// the provider sends with that status.
[[nodiscard]] Json body(ProviderError const& error);

/// The headers that come along: for 429 the wait (one second unless `retry_after` is set) and the rate limits; for
/// other statuses the wait when `retry_after` is set.
[[nodiscard]] Headers headers(ProviderError const& error);

}  // namespace mock_provider::provider_error

/// The rate limits that come with an answer, far from reached, as of a client that has sent nothing else.
namespace mock_provider::rate_limits {

[[nodiscard]] Headers of_openai();
[[nodiscard]] Headers of_anthropic();

}  // namespace mock_provider::rate_limits

/// How each provider tells of an error in the middle of a stream: one server-sent event with its empty line.
namespace mock_provider::error_frame {

/// The error body as data, as chat completions and the streams of images have it.
[[nodiscard]] std::string of_data(ProviderError const& error, std::size_t events_before);

/// The event `error` of OpenAI's responses, with the sequence number that is next after so many events.
[[nodiscard]] std::string of_response(ProviderError const& error, std::size_t events_before);

/// The event `error` of Anthropic's messages.
[[nodiscard]] std::string of_message(ProviderError const& error, std::size_t events_before);

}  // namespace mock_provider::error_frame
