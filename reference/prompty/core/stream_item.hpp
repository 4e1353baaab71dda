#pragma once

#include <string>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/pull_stream.hpp"

namespace prompty {

/// What a streamed answer is handed on as: a piece of text, never empty, or a whole tool call.
using StreamItem = std::variant<std::string, ToolCall>;

using ItemStream = PullStream<StreamItem>;

/// The outcome of a whole streamed answer: the tool calls when there are any, otherwise all text, joined. Pulls what is
/// still to come, and throws what the stream throws: a stream that was cut short has no outcome.
[[nodiscard]] Outcome whole_outcome(ItemStream& stream);

/// A JSON string, or `{"id", "name", "arguments"}`.
[[nodiscard]] Json stream_item_to_json(StreamItem const& item);

}  // namespace prompty
