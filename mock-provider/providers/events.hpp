#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::chunking {

/// The deltas of a UTF-8 text, in order; none is empty or ends inside a character, and together they are the text. By
/// words, a delta ends where a word does ("It", " is", " 72°F", "."); seeded, it has 1 to 12 characters.
[[nodiscard]] std::vector<std::string> pieces(std::string_view text, Chunking const& chunking);

}  // namespace mock_provider::chunking

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
