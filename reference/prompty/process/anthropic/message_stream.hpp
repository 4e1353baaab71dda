#pragma once

#include <memory>

#include "prompty/core/stream_item.hpp"
#include "prompty/stream/prompty_stream.hpp"

namespace prompty::processing {

/// The items of a streamed message of Anthropic (§10.3): each piece of text of whichever block, and behind the last
/// event the tool calls by ascending `index` of their blocks. `next` throws ValueError `Model refused: …` for the stop
/// reason `refusal`, ValueError `Unexpected response format: …` for an event of another shape, and what
/// `items_of_events` says. `chunks` is not null.
[[nodiscard]] ItemStream process_message_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
