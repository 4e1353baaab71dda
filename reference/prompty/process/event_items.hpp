#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream_item.hpp"
#include "prompty/stream/prompty_stream.hpp"

namespace prompty::processing {

/// Understands the events of one stream, each an object, in their order.
class EventReader {
 public:
  virtual ~EventReader() = default;

  /// The text that the event adds, "" for none. Throws ValueError for a refusal, a failure that the model's answer
  /// reports, or an event of another shape.
  virtual std::string read(std::string const& type, Json const& event) = 0;

  /// Whether the event that ends the stream was read.
  [[nodiscard]] virtual bool has_ended() const = 0;

  /// The type of that event.
  [[nodiscard]] virtual std::string_view last_event() const = 0;

  /// The tool calls so far, in their order.
  [[nodiscard]] virtual std::vector<ToolCall> calls() const = 0;
};

/// The items of a stream of events that name their `type` (§10.1): each piece of text as its event arrives, the tool
/// calls behind the last event. `next` throws what the reader throws, ExecuteError for an event of type `error`,
/// ConnectionError when the chunks run dry before the stream has ended, ValueError for a chunk that is no object, and
/// what `chunks` throws; nothing follows any of these. What comes behind the end is read and ignored. Neither argument
/// is null.
[[nodiscard]] ItemStream items_of_events(std::shared_ptr<PromptyStream> chunks, std::shared_ptr<EventReader> reader);

}  // namespace prompty::processing
