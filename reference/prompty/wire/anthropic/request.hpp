#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::anthropic {

/// The body of a message request (§7.5): model (left out when the agent names none), messages, max_tokens, system,
/// options and tools. As written, the last system message is sent and neither outputs nor additional
/// properties are; in the live profile all of them are, the system messages with a blank line between them.
/// Throws as `messages_to_wire` and `tools_to_wire`.
[[nodiscard]] Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile);

}  // namespace prompty::anthropic
