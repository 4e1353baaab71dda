#pragma once

#include <cstddef>
#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {

/// How many values the schemas of an operation, and of a document, may have after references were replaced.
struct SchemaLimits {
  std::size_t values_per_operation = 5'000;
  std::size_t values = 500'000;
  std::size_t depth = 40;
};

/// Turns the schemas of a document into JSON Schemas that stand for themselves: references are replaced by what
/// they lead to, keywords and patterns that tools have no use for left out, those of 3.0 said in the words of JSON
/// Schema, and properties that only answers have removed. What comes back to itself, or is beyond the limits, keeps its
/// type alone.
class SchemaReader {
 public:
  explicit SchemaReader(Specification const& specification, SchemaLimits limits = {});

  /// Begins a new share of `values_per_operation`.
  void begin_operation();

  /// Throws ValueError, with the place, for what is no schema.
  [[nodiscard]] Json read(Node const& schema);

 private:
  class Descent;

  Specification const& specification_;
  SchemaLimits limits_;
  std::size_t left_;
  std::size_t left_for_operation_;
};

}  // namespace prompty::openapi
