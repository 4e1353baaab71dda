#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

/// The bodies of OpenAI's requests (§7.1 to §7.4). In each, `model` is left out when the agent names none.
namespace prompty::openai {

/// The content block for one part (§7.1.2). The value of an image is its `url`, whatever it is; an audio part
/// without media type has no format.
/// Throws ValueError for an audio part whose media type is not of the form audio/<format>.
[[nodiscard]] Json part_to_wire(ContentPart const& part);

/// A chat completion request (§7.1.7): model, messages, options, then `tools` and `response_format` where the agent has
/// any. Additional properties may replace model and messages, but not computed tools and response_format.
/// Throws as `part_to_wire`, `tools_to_wire` and `schema_to_wire`.
[[nodiscard]] Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// An embeddings request (§7.2): model and `input`, the text parts of all messages in order, as a string when there is
/// exactly one and as an array otherwise. Nothing else is sent.
[[nodiscard]] Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// An image generation request (§7.3): model, `prompt`, then the options, which may replace both. The prompt is
/// the first text part of the last user message, "" without one. All options are sent under their chat names.
[[nodiscard]] Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// A Responses request (§7.4.1): model, `input`, then `tools` and `text` where the agent has tools and outputs. A
/// message whose metadata has `responses_function_call` gives that item and a `function_call_output` with the message's
/// `tool_call_id` (null without one) and first part; every other gives an item of role and content. Tools and blocks
/// are shaped as for chat and no options are sent.
/// Throws as `part_to_wire`, `tools_to_wire` and `schema_to_wire`.
[[nodiscard]] Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::openai
