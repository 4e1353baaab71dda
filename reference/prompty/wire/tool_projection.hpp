#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

namespace prompty::wire {

/// The function definitions that offer `tools` to a model (§7.1.3): in the order of the tools, without bound
/// parameters, of an mcp tool only those that it allows. JSON null when there are none, in which case nothing is to be
/// sent (P7.1.3-20). Throws NotImplementedError for a tool of another kind than function whose functions have not been
/// found out, ValueError for two definitions of one name and as `schema_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

}  // namespace prompty::wire
