#pragma once

#include <memory>

#include "prompty/core/stream_item.hpp"
#include "prompty/stream/prompty_stream.hpp"

namespace prompty::processing {

/// The items of a streamed chat completion (§8.6): each piece of content as its chunk arrives, and after the last chunk
/// the tool calls by ascending index. Only the first choice of a chunk counts; chunks without one are passed over.
/// `next` throws ValueError `Model refused: …` for a refusal, ValueError `Unexpected response format: …` for a chunk of
/// another shape, and what `chunks` throws; nothing follows any of these. `chunks` is not null.
[[nodiscard]] ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
