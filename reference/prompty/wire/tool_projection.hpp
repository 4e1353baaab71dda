#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/tool.hpp"

namespace prompty::wire {

/// The function definitions that offer `tools` to a model (§7.1.3), in their order, without bound parameters; an empty
/// list when there are none, in which case nothing is to be sent.
/// Throws NotImplementedError for a tool that is not of kind function, ValueError as `schema_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

}  // namespace prompty::wire
