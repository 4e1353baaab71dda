#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// The agent with what its custom tools offer: one function each, with the name and description of the tool and the
/// parameters of the handler registered under that name (P7.1.3-11), or else what the discovery of its kind, or of "*",
/// tells. Tools whose functions are known already stay as they are. Throws ValueError for a tool about which nobody
/// knows any parameters, and what a discovery throws.
[[nodiscard]] PromptyAgent with_custom_tools(PromptyAgent agent, ToolRegistry const& tools);

}  // namespace prompty
