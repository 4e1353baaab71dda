#pragma once

#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/operation.hpp"

/// How values are written into URLs and headers, by the styles of OpenAPI. What stands deeper in a value than a style
/// can say is written as JSON text.
namespace prompty::openapi {

/// What takes the place of `{name}` in a path, percent-encoded, no slash in it.
[[nodiscard]] std::string in_path(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a query or form, percent-encoded; none for an array or object without parts.
[[nodiscard]] std::vector<std::string> in_query(Parameter const& parameter, Json const& value);

/// The value of a header, unchecked.
[[nodiscard]] std::string in_header(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a cookie header; values are percent-encoded.
[[nodiscard]] std::vector<std::string> in_cookie(Parameter const& parameter, Json const& value);

}  // namespace prompty::openapi
