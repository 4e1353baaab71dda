#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

namespace prompty::wire {

/// The JSON Schema object for a list of properties (§7.1.4): `type`, `properties`, and `required` when there is any.
/// It does not depend on whether they are parameters, outputs or the inputs of a child (P7.1.4-01).
/// Image, file and audio become strings; an optional thread is left out.
/// Throws ValueError for a required thread and for a kind without a JSON Schema type.
[[nodiscard]] Json schema_to_wire(std::vector<Property> const& properties);

/// Makes `schema`, one of `schema_to_wire`, a strict one: no property beyond those it names (P7.1.3-16, P7.1.6-05).
void close_schema(Json& schema);

}  // namespace prompty::wire
