#include "prompty/conversation/request_messages.hpp"

#include "prompty/conversation/stored_message_codec.hpp"
#include "prompty/core/match.hpp"

namespace prompty::conversation {
namespace request {
namespace {

void strip_reasoning(AssistantTurn& turn) {
  turn.reasoning.reset();
  turn.reasoning_details = Json::array();
}

void put_reasoning(Json& wire, AssistantTurn const& turn) {
  if (!turn.reasoning_details.empty()) {
    wire["reasoning_details"] = turn.reasoning_details;
  } else if (turn.reasoning && !turn.reasoning->empty()) {
    wire["reasoning_content"] = *turn.reasoning;
  }
}

Json assistant_message(AssistantTurn const& turn) {
  Json wire{{"role", "assistant"}, {"content", turn.content}};
  put_reasoning(wire, turn);
  for (ToolCall const& call : turn.tool_calls) wire["tool_calls"].push_back(stored_message_codec::write_call(call));
  return wire;
}

}  // namespace
}  // namespace request

std::vector<StoredMessage> request_messages(std::vector<StoredMessage> const& stored) {
  std::vector<StoredMessage> handed = stored;
  for (StoredMessage& message : handed) {
    AssistantTurn* const turn = std::get_if<AssistantTurn>(&message.turn);
    if (turn != nullptr && turn->tool_calls.empty()) request::strip_reasoning(*turn);
  }
  return handed;
}

Json chat_messages(std::vector<StoredMessage> const& handed) {
  Json wires = Json::array();
  for (StoredMessage const& message : handed) {
    wires.push_back(match(
        message.turn,
        [](SystemTurn const& turn) {
          return Json{{"role", "system"}, {"content", turn.content}};
        },
        [](UserTurn const& turn) {
          return Json{{"role", "user"}, {"content", turn.content}};
        },
        [](AssistantTurn const& turn) { return request::assistant_message(turn); },
        [](ToolTurn const& turn) {
          return Json{{"role", "tool"}, {"tool_call_id", turn.tool_call_id}, {"content", turn.content}};
        }));
  }
  return wires;
}

}  // namespace prompty::conversation
