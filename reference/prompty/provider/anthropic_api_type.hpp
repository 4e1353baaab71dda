#pragma once

#include "prompty/core/agent.hpp"

namespace prompty::anthropic {

/// Throws ValueError unless the agent's apiType is chat, the only one that this provider has (P12.2-03, A-018).
void demand_chat(PromptyAgent const& agent);

}  // namespace prompty::anthropic
