#pragma once

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/document.hpp"

namespace prompty::openapi {

/// How many values the schemas of an operation, and of a document, may have after references were replaced.
struct SchemaLimits {
  std::size_t values_per_operation = 5'000;
  std::size_t values = 500'000;
  std::size_t depth = 40;
};

/// What the schemas of a document have left of its limits.
struct SchemaBudget {
  SchemaLimits limits = {};
  std::size_t left = limits.values;
  std::size_t left_for_operation = limits.values_per_operation;
};

/// A schema of a document as a self-contained JSON Schema: references are replaced by their targets, keywords
/// and patterns that tools cannot use left out, those of 3.0 translated, and properties that only answers have removed.
/// A recursive schema, and one beyond the budget, is reduced to its type. Throws ValueError, with the place, for a
/// malformed schema.
[[nodiscard]] Json json_schema_of(Node const& schema, SchemaBudget& budget);

/// Removes a property from an object schema, and from its `required`.
void remove_property(Json& schema, std::string const& name);

}  // namespace prompty::openapi
