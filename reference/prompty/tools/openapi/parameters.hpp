#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/operation.hpp"
#include "prompty/tools/openapi/schema.hpp"
#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {

/// Adds to the schema of a function what one argument is: its schema and whether it has to be there.
void add_argument(Json& function_schema, std::string const& argument, Json schema, Need need);

/// The parameters of an operation at `path`, its own in place of equal ones of the path item, and those that the path
/// names but the document does not describe. Their schemas go into `function_schema`, under names that are new in
/// `arguments`. Headers that belong to HTTP itself are passed over. Throws ValueError, with the place, for what
/// is no parameter.
[[nodiscard]] std::vector<Parameter> read_parameters(Specification const& specification, Node const& path_item,
                                                     Node const& operation, std::string const& path,
                                                     SchemaReader& schemas, Json& function_schema,
                                                     std::set<std::string>& arguments);

/// How a value is written, as `style` and `explode` of `node` say or, for that location, by default.
void read_style(Specification const& specification, Node const& node, Parameter& parameter);

/// The names in braces of a path, in order.
[[nodiscard]] std::vector<std::string> names_in_path(std::string const& path);

}  // namespace prompty::openapi
