#pragma once

#include <optional>
#include <set>
#include <string>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/operation.hpp"
#include "prompty/tools/openapi/schema.hpp"
#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {

/// Whether an operation can be called by what this library can write.
enum class Callable { yes, no };

/// The body that an operation takes, of the first media type there is of JSON, form and text; its schema goes
/// into `function_schema` under `body`. `callable` becomes no when a body is needed and is of another type. Throws
/// ValueError, with the place, for what is no request body.
[[nodiscard]] std::optional<Body> read_body(Specification const& specification, Node const& operation,
                                            SchemaReader& schemas, Json& function_schema,
                                            std::set<std::string>& arguments, Callable& callable);

}  // namespace prompty::openapi
