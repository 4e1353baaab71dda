#include "prompty/agent/events.hpp"

#include <nlohmann/json.hpp>

#include "prompty/core/match.hpp"

namespace prompty {
namespace events {
namespace {

Json call_members(ToolCall const& call) {
  return Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
}

Json result_members(ToolResultEvent const& event) {
  return Json{{"id", event.call.id}, {"name", event.call.name}, {"result", event.result}};
}

Json data_of(Event const& event) {
  return match(
      event,
      [](TokenEvent const& token) {
        return Json{{"text", token.text}};
      },
      [](ThinkingEvent const& thinking) {
        return Json{{"text", thinking.text}};
      },
      [](ToolCallStartEvent const& start) { return call_members(start.call); },
      [](ToolResultEvent const& result) { return result_members(result); },
      [](StatusEvent const& status) {
        return Json{{"message", status.message}};
      },
      [](MessagesUpdatedEvent const& updated) {
        return Json{{"iteration", updated.iteration}, {"messages", updated.messages.size()}};
      },
      [](DoneEvent const& done) {
        return Json{{"outcome", outcome_to_json(done.outcome)}};
      },
      [](ErrorEvent const& error) {
        return Json{{"message", error.message}};
      },
      [](CancelledEvent const&) { return Json::object(); },
      [](CompactionStartEvent const& start) {
        return Json{{"characters", start.characters}};
      },
      [](CompactionCompleteEvent const& complete) {
        return Json{{"removed", complete.removed}};
      });
}

}  // namespace
}  // namespace events

std::string_view type_of(Event const& event) {
  return match(
      event, [](TokenEvent const&) { return "token"; }, [](ThinkingEvent const&) { return "thinking"; },
      [](ToolCallStartEvent const&) { return "tool_call_start"; }, [](ToolResultEvent const&) { return "tool_result"; },
      [](StatusEvent const&) { return "status"; }, [](MessagesUpdatedEvent const&) { return "messages_updated"; },
      [](DoneEvent const&) { return "done"; }, [](ErrorEvent const&) { return "error"; },
      [](CancelledEvent const&) { return "cancelled"; }, [](CompactionStartEvent const&) { return "compaction_start"; },
      [](CompactionCompleteEvent const&) { return "compaction_complete"; });
}

Json event_to_json(Event const& event) {
  return Json{{"type", type_of(event)}, {"data", events::data_of(event)}};
}

}  // namespace prompty
