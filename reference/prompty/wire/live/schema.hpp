#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/property.hpp"
#include "prompty/core/tool.hpp"

namespace prompty::live {

/// The definitions of `wire::tools_to_wire` as providers take them: arrays have `items`, a strict tool requires all its
/// parameters, and one with an array or object among them is not strict. JSON null when there are none.
/// Throws as `wire::tools_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

/// Amends the `name`, `strict` and `schema` that `openai::output_format` made of these outputs: arrays have `items`,
/// all outputs are required, those that need not be there may be null, and an array or object among them keeps
/// it from being strict.
void amend_output_format(Json& format, std::vector<Property> const& outputs);

}  // namespace prompty::live
