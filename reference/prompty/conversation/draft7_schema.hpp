#pragma once

#include <string>

#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// Throws ValueError for a schema that would make validation crash, hang or silently pass over a rule: a `$ref` that
/// leads nowhere or back to itself, a pattern that RE2 does not have, keywords that are not supported. Schemas come
/// from servers and are not to be trusted.
void check_schema(std::string const& tool, Json const& schema);

/// Whether the schema has patterns, so that `schema_for_value` depends on the value.
[[nodiscard]] bool has_patterns(Json const& schema);

/// A schema of draft 7 without patterns that holds for `value` exactly when `schema` does: patterns are replaced by the
/// texts of the value that match them (RE2, linear time), keywords of later drafts by older ones. `format` is an
/// annotation and goes. `schema` has passed `check_schema`.
[[nodiscard]] Json schema_for_value(Json const& schema, Json const& value);

/// The value with every number that is whole written without a fraction: 1.0 is an integer to JSON Schema.
[[nodiscard]] Json with_whole_numbers(Json const& value);

}  // namespace prompty::conversation
