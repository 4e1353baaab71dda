#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/tool.hpp"

namespace prompty::anthropic {

/// The `tools` of a request (§7.5): name, description and input_schema of each function, in their order, without bound
/// parameters; an empty list when there is none, in which case nothing is to be sent. Tools of other kinds are
/// left out.
/// Throws ValueError as `wire::schema_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

}  // namespace prompty::anthropic
