#include "prompty/core/tool_messages.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

namespace prompty {

Message calling_message(std::vector<ToolCall> const& calls, std::string const& text) {
  Json wire_calls = Json::array();
  for (ToolCall const& call : calls) {
    wire_calls.push_back(Json{
        {"id", call.id}, {"type", "function"}, {"function", Json{{"name", call.name}, {"arguments", call.arguments}}}});
  }
  return {.role = "assistant", .content = {TextPart{text}}, .metadata = Json{{"tool_calls", std::move(wire_calls)}}};
}

std::vector<Message> result_messages(std::vector<ToolCall> const& calls, std::vector<std::string> const& results) {
  std::vector<Message> messages;
  for (std::size_t place = 0; place < std::min(calls.size(), results.size()); ++place) {
    messages.push_back(
        {.role = "tool", .content = {TextPart{results[place]}}, .metadata = Json{{"tool_call_id", calls[place].id}}});
  }
  return messages;
}

}  // namespace prompty
