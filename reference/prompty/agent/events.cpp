#include "prompty/agent/events.hpp"

#include "prompty/agent/turn_options.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/match.hpp"

namespace prompty {
namespace {

/// An object with one member.
Json object_of(char const* name, Json value) {
  return Json{{name, std::move(value)}};
}

Json data_of(Event const& event) {
  return match(
      event, [](TokenEvent const& token) { return object_of("text", token.text); },
      [](ThinkingEvent const& thinking) { return object_of("text", thinking.text); },
      [](ToolCallStartEvent const& start) {
        return Json{{"id", start.call.id}, {"name", start.call.name}, {"arguments", start.call.arguments}};
      },
      [](ToolResultEvent const& result) {
        return Json{{"id", result.call.id}, {"name", result.call.name}, {"result", tool_result_to_json(result.result)}};
      },
      [](StatusEvent const& status) { return object_of("message", status.message); },
      [](MessagesUpdatedEvent const& updated) {
        return Json{{"iteration", updated.iteration}, {"messages", updated.messages.size()}};
      },
      [](DoneEvent const& done) { return object_of("outcome", outcome_to_json(done.outcome)); },
      [](ErrorEvent const& error) { return object_of("message", error.message); },
      [](CancelledEvent const&) { return Json::object(); },
      [](CompactionStartEvent const& start) { return object_of("characters", start.characters); },
      [](CompactionCompleteEvent const& complete) {
        return Json{{"removed", complete.removed}, {"remaining", complete.remaining}};
      });
}

}  // namespace

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
  return Json{{"type", type_of(event)}, {"data", data_of(event)}};
}

bool EventChannel::has_listener() const {
  return static_cast<bool>(options_.on_event);
}

void EventChannel::send(Event const& event) {
  if (!has_listener()) return;
  std::scoped_lock const lock(mutex_);
  try {
    options_.on_event(event);
  } catch (...) {
    if (options_.on_callback_failure) options_.on_callback_failure(std::current_exception());
  }
}

void EventChannel::send_end(std::exception_ptr const& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (CancelledError const&) {
    send(CancelledEvent{});
  } catch (std::exception const& error) {
    send(ErrorEvent{error.what()});
  } catch (...) {
    send(ErrorEvent{"something that is no exception was thrown"});
  }
}

}  // namespace prompty
