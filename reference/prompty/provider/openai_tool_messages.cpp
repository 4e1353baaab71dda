#include "prompty/provider/openai_tool_messages.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/conversation/answer.hpp"
#include "prompty/conversation/request_messages.hpp"
#include "prompty/conversation/stream_assembly.hpp"
#include "prompty/core/tool_messages.hpp"

namespace prompty::openai {
namespace openai_tool_messages {
namespace {

using conversation::list_in;
using conversation::member_of;
using conversation::text_in;

/// An assistant's message as requests carry it.
Json sent_form(conversation::AssistantTurn turn) {
  return conversation::chat_messages({conversation::StoredMessage{.turn = std::move(turn)}}).front();
}

Json message_in(Json const& response) {
  Json const& choices = list_in(response, "choices");
  return choices.empty() ? Json() : member_of(choices.front(), "message");
}

bool is_call(Json const& item) {
  return text_in(item, "type") == "function_call";
}

Json item_of(ToolCall const& call) {
  return Json{{"type", "function_call"}, {"call_id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
}

/// The calls of a response, one item for each call, by their places.
std::vector<Json> call_items(Json const& response, std::vector<ToolCall> const& calls) {
  std::vector<Json> items;
  for (Json const& item : list_in(response, "output")) {
    if (is_call(item)) items.push_back(item);
  }
  if (items.size() == calls.size()) return items;
  items.clear();
  for (ToolCall const& call : calls) items.push_back(item_of(call));
  return items;
}

/// What a response has besides its calls, such as reasoning: for each call what stands between it and the one before.
/// What stands behind the last one goes with that.
std::vector<Json> items_around(Json const& response, std::size_t call_count) {
  std::vector<Json> around(call_count, Json::array());
  std::size_t place = 0;
  for (Json const& item : list_in(response, "output")) {
    if (is_call(item)) {
      ++place;
    } else if (call_count > 0) {
      around[std::min(place, call_count - 1)].push_back(item);
    }
  }
  return around;
}

std::string summary_of(Json const& item) {
  std::string thought;
  if (text_in(item, "type") != "reasoning") return thought;
  for (Json const& part : list_in(item, "summary")) thought += text_in(part, "text");
  return thought;
}

}  // namespace
}  // namespace openai_tool_messages

Json whole_chat_response(std::vector<Json> const& chunks) {
  conversation::StreamAssembly assembly;
  for (Json const& chunk : chunks) static_cast<void>(assembly.add(chunk));
  Json choice{{"message", openai_tool_messages::sent_form(assembly.turn())}};
  return Json{{"choices", Json::array({std::move(choice)})}};
}

Json whole_response_object(std::vector<Json> const& events) {
  Json output = Json::array();
  for (Json const& event : events) {
    if (conversation::text_in(event, "type") != "response.output_item.done") continue;
    output.push_back(conversation::member_of(event, "item"));
  }
  return Json{{"output", std::move(output)}};
}

std::vector<Message> chat_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                        std::vector<std::string> const& results, std::string const& text) {
  // P9.5-01: one message, however many calls there are.
  Message said = calling_message(calls, text);
  if (openai_tool_messages::message_in(response).is_object()) {
    Json sent = openai_tool_messages::sent_form(conversation::read_answer(response));
    said.content = {TextPart{sent["content"].get<std::string>()}};
    for (auto const& [name, value] : sent.items()) {
      bool const is_known = name == "role" || name == "content" || name == "tool_calls";
      // P9.5-04: what is left is the reasoning, by the name under which it is sent.
      if (!is_known) said.metadata[name] = value;
    }
  }
  std::vector<Message> messages = {std::move(said)};
  for (Message& result : result_messages(calls, results)) messages.push_back(std::move(result));
  return messages;
}

std::vector<Message> responses_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                             std::vector<std::string> const& results) {
  std::vector<Json> items = openai_tool_messages::call_items(response, calls);
  std::vector<Json> around = openai_tool_messages::items_around(response, calls.size());
  std::vector<Message> messages = result_messages(calls, results);
  for (std::size_t place = 0; place < messages.size(); ++place) {
    // P9.5-03: the request makes two items of it, the call and right behind it the output.
    messages[place].metadata["responses_function_call"] = std::move(items[place]);
    // P9.5-04, A-377: kept in either profile, so that a conversation can go on in the other one.
    if (!around[place].empty()) messages[place].metadata["responses_items_before"] = std::move(around[place]);
  }
  return messages;
}

std::string thinking_in(Json const& response_or_chunk) {
  using conversation::list_in;
  using conversation::member_of;
  Json const& choices = list_in(response_or_chunk, "choices");
  if (!choices.empty()) {
    Json const& delta = member_of(choices.front(), "delta");
    return conversation::reasoning_in(delta.is_object() ? delta : member_of(choices.front(), "message"));
  }
  if (conversation::text_in(response_or_chunk, "type") == "response.reasoning_summary_text.delta") {
    return conversation::text_in(response_or_chunk, "delta");
  }
  std::string thought;
  for (Json const& item : list_in(response_or_chunk, "output")) thought += openai_tool_messages::summary_of(item);
  return thought;
}

}  // namespace prompty::openai
