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

/// Converts the schemas of a document to self-contained JSON Schemas: references are replaced by their targets,
/// keywords and patterns that tools cannot use left out, those of 3.0 translated, and properties that only answers have
/// removed. A recursive schema, and one beyond the limits, is reduced to its type.
class SchemaReader {
 public:
  explicit SchemaReader(SchemaLimits limits = {}) : limits_(limits) {}

  /// Resets the limit of `values_per_operation`.
  void begin_operation() { left_for_operation_ = limits_.values_per_operation; }

  /// Throws ValueError, with the place, for a malformed schema.
  [[nodiscard]] Json read(Node const& schema);

 private:
  class Conversion;

  SchemaLimits limits_;
  std::size_t left_ = limits_.values;
  std::size_t left_for_operation_ = limits_.values_per_operation;
};

/// Removes a property from an object schema, and from its `required`.
void remove_property(Json& schema, std::string const& name);

}  // namespace prompty::openapi
