#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The body of a chat completion request (§7.1.7): model (left out when the agent names none), messages, options, then
/// `tools` and `response_format` where the agent has any. Additional properties may replace model and messages, but not
/// computed tools and response_format. Throws as `message_to_wire`, `tools_to_wire` and `schema_to_wire`.
[[nodiscard]] Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::openai
