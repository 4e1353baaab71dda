#pragma once

#include <string>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/operation.hpp"
#include "prompty/tools/openapi/schema.hpp"

namespace prompty::openapi {

/// The operations of an OpenAPI document (3.0 or 3.1) in its order, each with the function that a model is offered for
/// it: named by operationId, else by method and path; described by its description, else its summary; with one
/// object of parameters for what goes into path, query, headers and cookies, and with `body` for the body.
/// Operations that cannot be called are left out. `source` is the file or URL of the document. Throws
/// ValueError, with source and JSON pointer, for a document that is not sound or has more than 2,000 operations.
[[nodiscard]] Api read_operations(Json const& document, std::string source, SchemaLimits limits = {});

}  // namespace prompty::openapi
