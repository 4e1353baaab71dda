#pragma once

#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream.hpp"

namespace prompty::processing {

/// The outcome of a chat completion (§8.1), from its first choice: the tool calls when there are any, otherwise the
/// content, parsed when the agent declares outputs. A refusal plays no part (P8.1-12, A-103).
/// Throws ValueError `Unexpected response format: …` when there is no first choice with a message, a tool call is not a
/// complete function call, or content is not a string.
[[nodiscard]] Outcome process_chat(PromptyAgent const& agent, Json const& response);

/// The items of a streamed chat completion (§8.6): each piece of content as its chunk arrives, and after the last chunk
/// the tool calls by ascending index. Only the first choice of a chunk counts; chunks without one are passed over.
/// `next` throws ValueError `Model refused: …` for a refusal, ValueError `Unexpected response format: …` for a chunk of
/// another shape, and what `chunks` throws; nothing follows any of these. `chunks` is not null.
[[nodiscard]] ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
