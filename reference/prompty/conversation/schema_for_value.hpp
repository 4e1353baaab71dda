#pragma once

#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// Whether the schema has patterns, so that `schema_for_value` depends on the value.
[[nodiscard]] bool has_patterns(Json const& schema);

/// A schema of draft 7 without patterns that holds for `value` exactly when `schema` does: what patterns say is said by
/// the texts of the value that match them (RE2, linear time), and keywords of later drafts by older ones. `format` is
/// an annotation and goes. `schema` has passed `check_schema`.
[[nodiscard]] Json schema_for_value(Json const& schema, Json const& value);

/// The value with every number that is whole written without a fraction: 1.0 is an integer to JSON Schema.
[[nodiscard]] Json with_whole_numbers(Json const& value);

}  // namespace prompty::conversation
