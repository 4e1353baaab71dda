#pragma once

#include <memory>

#include "prompty/core/stream_item.hpp"
#include "prompty/stream/prompty_stream.hpp"

namespace prompty::processing {

/// The items of a streamed response of the Responses API (§10.2): each delta of text, and behind the last event the
/// function calls by ascending `output_index`. `next` throws ValueError `Model refused: …` for a refusal, ValueError
/// with the provider's message for a response that failed, ValueError `Unexpected response format: …` for an event of
/// another shape, and what `items_of_events` says. `chunks` is not null.
[[nodiscard]] ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
