#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/specification.hpp"

/// How the keywords of OpenAPI's schemas are translated to JSON Schema.
namespace prompty::openapi::schema_keywords {

/// What a keyword holds. A `limit` is exclusiveMinimum or exclusiveMaximum, whose meaning differs between versions.
enum class Nature : std::uint8_t { value, schema, schemas_in_list, schemas_by_name, limit, useless };

[[nodiscard]] Nature nature_of(std::string_view keyword);

/// The value as JSON Schema has it; nothing when it has no such value, or a pattern that only some engines know.
[[nodiscard]] std::optional<Json> usable_value(std::string_view keyword, Json const& value);

/// How many values a value counts for; long text counts for more than one.
[[nodiscard]] std::size_t cost(Json const& value);

/// Takes a limit of `schema` over into `result`: a number as it is, `true` by turning `minimum` or `maximum` into it.
void put_limit(Json& result, std::string_view keyword, Json const& schema);

/// `result`, which `schema` became, with null allowed where `schema` is nullable.
[[nodiscard]] Json with_null(Node const& schema, Json result);

/// What is left of a schema that is not followed.
[[nodiscard]] Json type_alone(Node const& schema);

}  // namespace prompty::openapi::schema_keywords
