#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// A JSON Schema (draft 7) ready to hold documents against it.
class SchemaCheck {
 public:
  /// `pointer` names the subschema to use, "" for the whole, e.g. "/operations/split/params". Local $refs resolve
  /// against the whole document. Throws HarnessError when the schema is malformed or has no such part.
  explicit SchemaCheck(Json const& schema, std::string const& pointer = "");
  ~SchemaCheck();
  SchemaCheck(SchemaCheck&&) noexcept;

  /// What is wrong with a document, each "at <place>: what"; empty when it is valid.
  [[nodiscard]] std::vector<std::string> problems(Json const& document) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace conformance
