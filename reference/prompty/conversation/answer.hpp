#pragma once

#include <optional>
#include <string>

#include "prompty/conversation/stored_message.hpp"
#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// The turn in a whole chat completion, from its first choice. Content that is null or missing is empty (M3.2-02);
/// arguments are kept as they came, whatever they hold (M3.2-05, M3.2.1-02). Throws ValueError
/// `Unexpected response format: …` for an answer without a message.
[[nodiscard]] AssistantTurn read_answer(Json const& response);

/// The reasoning of a message or a delta, under whichever of its two names (M6-06, A-136); "" when it has none.
[[nodiscard]] std::string reasoning_in(Json const& message);

/// The text of that name in `object`; "" when it is null, missing or no text.
[[nodiscard]] std::string text_in(Json const& object, char const* name);

/// The list of that name in `object`; an empty one when it is null, missing or no list.
[[nodiscard]] Json const& list_in(Json const& object, char const* name);

/// The member of that name; null when there is none, or `object` is no object.
[[nodiscard]] Json const& member_of(Json const& object, char const* name);

}  // namespace prompty::conversation
