#pragma once

#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"

/// What of an answer with calls goes back to OpenAI and servers like it.
namespace prompty::openai {

/// `{"choices": [{"message"}]}` from the chunks of a streamed chat completion.
[[nodiscard]] Json whole_chat_response(std::vector<Json> const& chunks);

/// `{"output"}` from the events of a streamed response: its finished items.
[[nodiscard]] Json whole_response_object(std::vector<Json> const& events);

/// The answer with its text, its calls and its reasoning under the name that is sent back (M6-02, M6-07), then a
/// message per result. Without a response that can be read, the calls and `text`.
[[nodiscard]] std::vector<Message> chat_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                      std::vector<std::string> const& results, std::string const& text);

/// A message per call that has a result: the call's item of the response in the metadata `responses_function_call`, as
/// requests want it (P7.4.1-05), and in `responses_items_before` the other items that led to it.
[[nodiscard]] std::vector<Message> responses_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                           std::vector<std::string> const& results);

/// What the model thought, in a whole answer or one of its pieces, of either interface.
[[nodiscard]] std::string thinking_in(Json const& response_or_chunk);

}  // namespace prompty::openai
