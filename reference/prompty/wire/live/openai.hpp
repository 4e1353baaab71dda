#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

/// What today's providers take, where they refuse the letter of the documents or lose something of it: the finished
/// request of `prompty::openai` or `prompty::anthropic`, and what is amended in it. Each amendment has the id of the
/// decision that it follows (spec/decisions.md).
namespace prompty::live {

/// The chat block for one part. An image of bare base64 and known media type is a data URI, a file is inline
/// . Throws ValueError as `openai::part_to_wire`, for audio without a media type or of another format
/// than wav and mp3, and for a file that is not inline.
[[nodiscard]] Json chat_block(ContentPart const& part);

/// The definitions of `wire::tools_to_wire` as providers take them: arrays have `items`, a strict tool requires all its
/// parameters, and one with an array or object among them is not strict. JSON null when there are none.
/// Throws as `wire::tools_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

/// A chat request: options as they are meant, content and metadata that the provider knows (A-062,
/// ), schemas that it takes as strict. Throws as `openai::chat_request` and
/// `chat_block`.
[[nodiscard]] Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// A Responses request: its own blocks, flat tools and options, outputs that name the call
/// before them, what stood before a stored call, and schemas as in a chat request. Throws as
/// `openai::responses_request` and `chat_block`, but takes the address of a file.
[[nodiscard]] Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// An embeddings request. No text, or an empty one, is a ValueError.
[[nodiscard]] Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// An image request with the additional properties alone. An empty prompt is a ValueError.
[[nodiscard]] Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::live
