#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

/// What the requests of all providers have in common.
namespace prompty::wire {

/// The options of the agent's model; none set when it has none.
[[nodiscard]] ModelOptions options_of(PromptyAgent const& agent);

/// The beginning of each request: `model`, left out when the agent names none.
[[nodiscard]] Json request_for_model(PromptyAgent const& agent);

/// Adds the members of `additional` that `object` does not have.
void add_missing(Json& object, Json const& additional);

/// The JSON Schema object for a list of properties (§7.1.4): `type`, `properties`, and `required` when there is any.
/// It does not depend on whether they are parameters, outputs or the inputs of a child (P7.1.4-01).
/// Image, file and audio become strings; an optional thread is left out.
/// Throws ValueError for a required thread and for a kind without a JSON Schema type.
[[nodiscard]] Json schema_to_wire(std::vector<Property> const& properties);

/// Makes `schema`, one of `schema_to_wire`, a strict one: no property beyond those it names (P7.1.3-16, P7.1.6-05).
void close_schema(Json& schema);

/// The function definitions that offer `tools` to a model (§7.1.3): in the order of the tools, without bound
/// parameters, of an mcp tool only those that it allows. JSON null when there are none, in which case nothing is to be
/// sent (P7.1.3-20). Throws NotImplementedError for a tool of another kind than function whose functions have not been
/// found out, ValueError for two definitions of one name and as `schema_to_wire`.
[[nodiscard]] Json tools_to_wire(std::vector<Tool> const& tools);

}  // namespace prompty::wire
