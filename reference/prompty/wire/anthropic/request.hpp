#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::anthropic {

/// The body of a message request (§7.5): model (left out when the agent names none), messages, max_tokens, system,
/// options and tools. The last system message is sent, and neither outputs nor additional
/// properties are.
/// Throws as `messages_to_wire` and `tools_to_wire`.
[[nodiscard]] Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages);

/// The text parts of a message, joined: what was cut into parts is put together again.
[[nodiscard]] std::string text_of(Message const& message);

}  // namespace prompty::anthropic
