#pragma once

#include <filesystem>
#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/environment.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/core/tool.hpp"

namespace prompty {

/// The agent with what its prompty tools offer: one function each, named like the tool, with the inputs of the child as
/// parameters, described by the tool or else by the child (P7.1.3-05, P7.1.3-06). The child is loaded with
/// `environment` and nothing more is done with it (P7.1.3-23); `secrets` takes its keys. A path starts at the folder of
/// the agent's file, without a file at the working folder. Tools whose functions are known already stay as they
/// are. Throws ValueError for a tool without path and for a child where `child_path` allows none, and as `load` and
/// `schema_to_wire` for the child.
[[nodiscard]] PromptyAgent with_child_prompts(PromptyAgent agent, Environment const& environment,
                                              std::shared_ptr<Secrets> const& secrets = nullptr);

/// The canonical path of the file that the agent's prompty tool names, whether it is there or not. It starts at the
/// folder of the agent's file, without a file at the working folder, and stays below that folder or that of the
/// outermost prompt. Throws ValueError for a tool of another kind, one without path, and a path that leads elsewhere
///
[[nodiscard]] std::filesystem::path child_path(Tool const& tool, PromptyAgent const& agent);

}  // namespace prompty
