#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

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
