#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/core/property.hpp"

namespace prompty::openai {

/// `name`, `strict` and `schema` of the structure that an agent with these outputs asks for (§7.1.6, §7.4.1). In the
/// live profile the schema is one that the provider takes as strict, or `strict` is false when an output of
/// kind array or object keeps it from being one. Throws as `schema_to_wire`.
[[nodiscard]] Json output_format(std::vector<Property> const& outputs, Profile profile);

}  // namespace prompty::openai
