#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::openai {

/// The body of a Responses request (§7.4.1): model (left out when the agent names none), `input`, then `tools` and
/// `text` where the agent has tools and outputs. A message whose metadata has `responses_function_call` gives that item
/// and a `function_call_output` with the message's `tool_call_id` (null without one) and first part; every other gives
/// an item of role and content. As written, tools and blocks are shaped as for chat and no options are sent; live, they
/// are shaped as the provider takes them, outputs name the call before them, and temperature, top_p,
/// max_output_tokens and the additional properties stand behind `input`. Throws as
/// `part_to_wire`, `tools_to_wire` and `schema_to_wire`.
[[nodiscard]] Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile);

}  // namespace prompty::openai
