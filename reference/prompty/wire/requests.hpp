#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/edition.hpp"
#include "prompty/core/message.hpp"

/// What the requests of all providers have in common.
namespace prompty::wire {

/// The options of the agent's model; none set when it has none.
[[nodiscard]] ModelOptions options_of(PromptyAgent const& agent);

/// The beginning of each request: `model`, left out when the agent names none.
[[nodiscard]] Json request_for_model(PromptyAgent const& agent);

/// Adds the members of `additional` that `object` does not have.
void add_missing(Json& object, Json const& additional);

/// Whether a provider is asked to keep to a schema, which changes what the schema says.
enum class Strictness : std::uint8_t {
  none,                ///< what is not required may be left out
  everything_required  ///< nothing may be left out at any depth; what is not required may be null (P7.1.4-22)
};

/// What the schemas of outputs and of strict tools are made with.
[[nodiscard]] Strictness strictness_in(Edition edition);

/// The JSON Schema object for a list of properties (§7.1.4): `type`, `properties`, and `required` when there is any.
/// It does not depend on whether they are parameters, outputs or the inputs of a child (P7.1.4-01).
/// Image, file and audio become strings; an optional thread is left out.
/// Throws ValueError for a required thread, for a kind without a JSON Schema type and for a union without
/// branches or with two lists of them (P7.10-03).
[[nodiscard]] Json schema_to_wire(std::vector<Property> const& properties, Strictness strictness = Strictness::none);

/// Closes `schema`, one of `schema_to_wire`: no property beyond those it names (P7.1.3-16, P7.1.6-05), neither in it
/// nor in the objects inside of it.
void close_schema(Json& schema);

/// The function definitions that offer `tools` to a model (§7.1.3): in the order of the tools, without bound
/// parameters, of an mcp tool only those that it allows. JSON null when there are none, in which case nothing is to be
/// sent (P7.1.3-20). Throws NotImplementedError for a tool of another kind than function whose functions have not been
/// found out, ValueError for two definitions of one name and as `schema_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools, Edition edition = default_edition);

}  // namespace prompty::wire

/// The bodies of OpenAI's requests (§7.1 to §7.4). In each, `model` is left out when the agent names none.
namespace prompty::openai {

/// The content block for one part (§7.1.2). The value of an image is its `url`, whatever it is; an audio part
/// without media type has no format.
/// Throws ValueError for an audio part whose media type is not of the form audio/<format>.
[[nodiscard]] Json part_to_wire(ContentPart const& part);

/// A chat completion request (§7.1.7): model, messages, options, then `tools` and `response_format` where the agent has
/// any. Additional properties may replace model and messages, but not computed tools and response_format.
/// Throws as `part_to_wire`, `tools_to_wire` and `schema_to_wire`.
[[nodiscard]] Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                Edition edition = default_edition);

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
[[nodiscard]] Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                     Edition edition = default_edition);

}  // namespace prompty::openai

namespace prompty::anthropic {

/// The `messages` of a request (§7.5): every message but those of role system, as role and content blocks. An image is
/// sent as base64 of its media type, whatever its value is; audio and files have no place in a request.
/// Calls in an assistant's metadata become blocks behind its text, and results that follow each other one message of
/// the user; where the metadata has the provider's own blocks under `content_blocks`, these are sent unchanged
/// . Throws ValueError for a result without the id of its call, and for calls that are not complete or whose
/// arguments are no JSON object.
[[nodiscard]] Json messages_to_wire(std::vector<Message> const& messages);

/// The body of a message request (§7.5): model (left out when the agent names none), messages, max_tokens (4096 when
/// the option is not set or zero, A-095), system, options and tools. The last system message is sent. Tools of
/// other kinds than function, outputs and additional properties are left out.
/// Throws ValueError as `messages_to_wire` and `wire::schema_to_wire`.
[[nodiscard]] Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::anthropic

/// What today's providers take, where they refuse the letter of the documents or lose something of it: the finished
/// request of `prompty::openai` or `prompty::anthropic`, and what is amended in it. Each amendment has the id of the
/// decision that it follows (spec/decisions.md). All throw as the function whose request they amend.
namespace prompty::live {

/// The chat block for one part. An image of bare base64 and known media type is a data URI, a file is inline
/// . Throws ValueError as `openai::part_to_wire`, for audio without a media type or of another format
/// than wav and mp3, and for a file that is not inline.
[[nodiscard]] Json chat_block(ContentPart const& part);

/// The definitions of `wire::tools_to_wire` as providers take them: arrays have `items`, a strict tool requires all its
/// parameters, and one with an array or object in it that does not say what it holds is not strict.
/// JSON null when there are none.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools, Edition edition = default_edition);

/// A chat request: options as they are meant, content and metadata that the provider knows (A-062,
/// ), schemas that it takes as strict. Throws as `chat_block` too.
[[nodiscard]] Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                Edition edition = default_edition);

/// A Responses request: its own blocks, flat tools and options, outputs that name the call
/// before them, what stood before a stored call, and schemas as in a chat request. Throws as
/// `chat_block` too, but takes the address of a file.
[[nodiscard]] Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                     Edition edition = default_edition);

/// An embeddings request. No text, or an empty one, is a ValueError.
[[nodiscard]] Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// An image request with the additional properties alone. An empty prompt is a ValueError.
[[nodiscard]] Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// A message request of Anthropic's: images by address, by `data:` address or as base64, all system messages
/// with a blank line between them, outputs and additional properties. Also a ValueError is
/// base64 without a media type, and a `data:` address that does not hold base64.
[[nodiscard]] Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::live
