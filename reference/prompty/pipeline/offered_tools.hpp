#pragma once

#include <filesystem>

#include "prompty/agent/turn_options.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty {

// What the tools of an agent offer to the model. Tools whose functions are known already stay as they are.

/// The canonical path of the file that the agent's prompty tool names, whether it is there or not. It starts at the
/// folder of the agent's file, without a file at the working folder, and stays below that or the folder of the
/// outermost prompt. Throws ValueError for another kind of tool, for no path, and a path that leads elsewhere.
[[nodiscard]] std::filesystem::path child_path(Tool const& tool, PromptyAgent const& agent);

/// The agent with what its prompty tools offer: one function each, named like the tool, with the inputs of the child as
/// parameters, described by the tool or else by the child (P7.1.3-05, P7.1.3-06). The child, at `child_path`, is only
/// loaded, with `environment` (P7.1.3-23); `secrets` takes its keys. Throws as these do and `schema_to_wire`.
[[nodiscard]] PromptyAgent with_child_prompts(PromptyAgent agent, Environment const& environment,
                                              std::shared_ptr<Secrets> const& secrets = nullptr);

/// The agent with what its custom tools offer: one function each, with the name and description of the tool and the
/// parameters of the handler registered under that name (P7.1.3-11), or else what the discovery of its kind, or of "*",
/// gives. Throws ValueError for a tool without known parameters, and what a discovery throws.
[[nodiscard]] PromptyAgent with_custom_tools(PromptyAgent agent, ToolRegistry const& tools);

/// `with_child_prompts`, then `with_custom_tools`.
[[nodiscard]] PromptyAgent with_child_and_custom_tools(PromptyAgent agent, Runtime const& runtime);

/// The agent with a function for each of `options.tools` that none of its tools offers or has the name of (P9.8-01), in
/// the order of their names, after its own. Its other tools must be discovered.
[[nodiscard]] PromptyAgent with_tools_of_turn(PromptyAgent agent, TurnOptions const& options);

/// The agent with what tools offer in a turn that need no child to be loaded: custom tools by the parameters that
/// `options.tools` gives them, tools of kinds with a discovery in `tools` by that. What a discovery warns of becomes
/// status events of the turn. Throws what a discovery throws.
[[nodiscard]] PromptyAgent with_discovered_tools(PromptyAgent agent, TurnOptions const& options,
                                                 ToolRegistry const& tools);

/// Sends a status event when the tools offer more functions than providers take, which says how to choose.
void warn_of_many_functions(PromptyAgent const& agent, TurnOptions const& options);

}  // namespace prompty
