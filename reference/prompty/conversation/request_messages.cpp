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

/// M3-02, M6-05: on the very message that has the calls; nothing else is sent beyond the bare form.
void put_reasoning(Json& wire, AssistantTurn const& turn) {
  // M6-09, M6-10: copied without a look inside, as the model checks what comes back.
  if (!turn.reasoning_details.empty()) {
    wire["reasoning_details"] = turn.reasoning_details;
  } else if (turn.reasoning && !turn.reasoning->empty()) {
    wire["reasoning_content"] = *turn.reasoning;
  }
}

Json assistant_message(AssistantTurn const& turn) {
  // M3.2-06, M3.2-07, M7-02: made from nothing, so that what is not named here cannot be sent.
  Json wire{{"role", "assistant"}, {"content", turn.content}};
  // M6-12, M6-13: each turn with calls brings its own.
  put_reasoning(wire, turn);
  // M3.2-01: the first call makes the list, so that there is never an empty one.
  for (ToolCall const& call : turn.tool_calls) wire["tool_calls"].push_back(stored_message_codec::write_call(call));
  return wire;
}

}  // namespace
}  // namespace request

std::vector<StoredMessage> request_messages(std::vector<StoredMessage> const& stored) {
  // M3-03: reasoning is taken off copies.
  std::vector<StoredMessage> handed = stored;
  for (StoredMessage& message : handed) {
    AssistantTurn* const turn = std::get_if<AssistantTurn>(&message.turn);
    // M3.2-10, M6-03: without calls no later answer builds on these thoughts.
    if (turn != nullptr && turn->tool_calls.empty()) request::strip_reasoning(*turn);
  }
  return handed;
}

Json chat_messages(std::vector<StoredMessage> const& handed) {
  Json wires = Json::array();
  // M0-02: one for one, even if two neighbours have the same role.
  // M3-04: whatever is said is copied, blanks and all.
  for (StoredMessage const& message : handed) {
    wires.push_back(match(
        message.turn,
        // M1-06, M3.1-01: roles are spelled out here rather than taken from what was stored.
        [](SystemTurn const& turn) {
          return Json{{"role", "system"}, {"content", turn.content}};
        },
        // M3.1-02, M3.1-03: parts stay the JSON that they were, so that unknown members and types pass.
        [](UserTurn const& turn) {
          return Json{{"role", "user"}, {"content", turn.content}};
        },
        [](AssistantTurn const& turn) { return request::assistant_message(turn); },
        // M3.3-04, M3.3-05, M3.3-06: the text alone has to say that a call failed.
        [](ToolTurn const& turn) {
          return Json{{"role", "tool"}, {"tool_call_id", turn.tool_call_id}, {"content", turn.content}};
        }));
  }
  return wires;
}

}  // namespace prompty::conversation
