#pragma once

#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"

/// What of an answer with calls goes back to Anthropic.
namespace prompty::anthropic {

/// `{"content"}` from the events of a streamed message.
[[nodiscard]] Json whole_message(std::vector<Json> const& events);

/// The answer with its calls and, in the metadata `content_blocks`, its blocks unchanged: of those the provider signs
/// some, such as thinking (P9.5-02, P9.5-04). Then a message per result, which the request joins.
[[nodiscard]] std::vector<Message> message_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                         std::vector<std::string> const& results,
                                                         std::string const& text);

/// What the model thought, in a whole answer or one of its events.
[[nodiscard]] std::string thinking_in(Json const& response_or_event);

}  // namespace prompty::anthropic
