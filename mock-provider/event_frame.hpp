#pragma once

#include <string>
#include <string_view>

#include "mock-provider/json_text.hpp"

/// Whole server-sent events as text, each with the empty line that ends it.
namespace mock_provider::event_frame {

/// "data: …" alone, as chat completions have it.
[[nodiscard]] std::string of_data(Json const& data);

/// "event: …" and "data: …"; the name is the member `type` of `event`, a string.
[[nodiscard]] std::string of_event(Json const& event);

/// `of_event` for an object with a text as its `type`, else `of_data`.
[[nodiscard]] std::string of_named(Json const& data);

/// What ends a stream of chat completions.
inline constexpr std::string_view done = "data: [DONE]\n\n";

}  // namespace mock_provider::event_frame
