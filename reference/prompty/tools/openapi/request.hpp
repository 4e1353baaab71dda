#pragma once

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/access.hpp"
#include "prompty/tools/openapi/operations.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

/// The request that calls an operation below `server`, an absolute URL (P11.2-24). `arguments` have the names of the
/// function's schema; null counts as not given. They never change scheme, host or the fixed parts of the path. Throws
/// ValueError for missing and unknown arguments, for a body that its format cannot represent, and for a value that
/// would change the path, end a header or replace a credential.
[[nodiscard]] HttpRequest build_call(Operation const& operation, Json const& arguments, std::string const& server,
                                     Authentication const& proof);

// The styles of OpenAPI: how values become text. Nested values that a style cannot represent are written as JSON.

/// What replaces `{name}` in a path, percent-encoded, without a slash.
[[nodiscard]] std::string in_path(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a query or form, percent-encoded; none for an empty array or object.
[[nodiscard]] std::vector<std::string> in_query(Parameter const& parameter, Json const& value);

/// The value of a header, unchecked.
[[nodiscard]] std::string in_header(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a cookie header; values are percent-encoded.
[[nodiscard]] std::vector<std::string> in_cookie(Parameter const& parameter, Json const& value);

}  // namespace prompty::openapi
