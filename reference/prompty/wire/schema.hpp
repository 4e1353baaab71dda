#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/property.hpp"

namespace prompty::wire {

/// The JSON Schema object for a list of properties (§7.1.4): `type`, `properties`, and `required` when there is any.
/// Image, file and audio become strings; an optional thread is left out.
/// Throws ValueError for a required thread and for a kind without a JSON Schema type.
[[nodiscard]] Json schema_to_wire(std::vector<Property> const& properties);

}  // namespace prompty::wire
