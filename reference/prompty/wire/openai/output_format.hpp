#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/property.hpp"

namespace prompty::openai {

/// `name`, `strict` and `schema` of the structure that an agent with these outputs asks for (§7.1.6, §7.4.1). Throws as
/// `schema_to_wire`.
[[nodiscard]] Json output_format(std::vector<Property> const& outputs);

}  // namespace prompty::openai
