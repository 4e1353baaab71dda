#pragma once

#include "cli/tool_choices.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty::cli {

/// Registers the servers of the choices in the runtime, by name. A server that no tool of the agent names becomes a
/// tool of the agent of its own, since a server tells itself what it offers. Throws UsageError for a choice that is
/// not `name=command` or `name=address`, and for one that is given twice.
void add_chosen_servers(PromptyAgent& agent, Runtime& runtime, ToolChoices const& choices);

}  // namespace prompty::cli
