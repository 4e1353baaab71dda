#pragma once

#include "prompty/core/agent.hpp"

namespace prompty::openai {

/// Throws unless the agent's apiType is chat: NotImplementedError for one that the specification knows, ValueError for
/// any other.
void demand_chat(PromptyAgent const& agent);

}  // namespace prompty::openai
