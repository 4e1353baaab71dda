#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

#include "prompty/core/outcome.hpp"

namespace prompty {

/// See agent/turn_options.hpp.
struct TurnOptions;

/// A piece of text of a streamed turn. With TextBeforeCalls::shown it may stand beside calls, whose ToolCallStartEvent
/// then follows, and is no part of the answer that ends the turn (P9.1-10).
struct TokenEvent {
  std::string text;
};

/// The reasoning before an answer, or a piece of it.
struct ThinkingEvent {
  std::string text;
};

/// A call is next; `call.arguments` is as the model wrote it.
struct ToolCallStartEvent {
  ToolCall call;
};

/// What the model is going to read as the result of a call.
struct ToolResultEvent {
  ToolCall call;
  ToolResult result;
};

/// Progress for a person who waits, such as that a request is sent again, or a warning.
struct StatusEvent {
  std::string message;
};

/// The conversation changed in the iteration of that number, which begins at 1.
struct MessagesUpdatedEvent {
  std::vector<Message> const& messages;
  int iteration;
};

/// The turn is over; always the last one when it succeeds.
struct DoneEvent {
  Outcome const& outcome;
};

/// A tool failed, and the turn goes on, or the turn failed.
struct ErrorEvent {
  std::string message;
};

/// The turn stops because it was cancelled.
struct CancelledEvent {};

/// The conversation is longer than the budget of so many characters.
struct CompactionStartEvent {
  std::size_t characters;
};

/// So many messages were removed from the conversation, which has so many now, the summary among them.
struct CompactionCompleteEvent {
  std::size_t removed;
  std::size_t remaining;
};

/// What happens in a turn (§13). References are good during the call only.
using Event =
    std::variant<TokenEvent, ThinkingEvent, ToolCallStartEvent, ToolResultEvent, StatusEvent, MessagesUpdatedEvent,
                 DoneEvent, ErrorEvent, CancelledEvent, CompactionStartEvent, CompactionCompleteEvent>;

/// Receives each event, one at a time, on whatever thread it happens. What it throws is reported to the turn's
/// `on_callback_failure` and changes nothing.
using EventSink = std::function<void(Event const& event)>;

/// The name of the event's type, such as "tool_call_start".
[[nodiscard]] std::string_view type_of(Event const& event);

/// `{"type", "data"}`, with the members of the event as data; of the messages only their number.
[[nodiscard]] Json event_to_json(Event const& event);

/// Sends the events of a turn to its listener: one at a time, from any thread, and never the reason why a turn fails
/// (P13.1-09, A-372).
class EventChannel {
 public:
  /// `options` must outlive this.
  explicit EventChannel(TurnOptions const& options) : options_(options) {}

  /// Whether events are received at all.
  [[nodiscard]] bool has_listener() const;

  /// Passes the event on; what the listener throws goes to `on_callback_failure`.
  void send(Event const& event);

  /// The last event of a turn that ends in that error: `cancelled` for a CancelledError (P13.2-01), and otherwise
  /// `error` (P13.1-08).
  void send_end(std::exception_ptr const& failure);

 private:
  TurnOptions const& options_;
  std::mutex mutex_;
};

}  // namespace prompty
