#pragma once

#include <cstddef>
#include <string>

#include "mock-provider/scenario.hpp"

/// How each provider tells of an error in the middle of a stream: one server-sent event with its empty line.
namespace mock_provider::error_frame {

/// The error body as data, as chat completions and the streams of images have it.
[[nodiscard]] std::string of_data(ProviderError const& error, std::size_t events_before);

/// The event `error` of OpenAI's responses, with the sequence number that is next after so many events.
[[nodiscard]] std::string of_response(ProviderError const& error, std::size_t events_before);

/// The event `error` of Anthropic's messages.
[[nodiscard]] std::string of_message(ProviderError const& error, std::size_t events_before);

}  // namespace mock_provider::error_frame
