#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// The JSON Schema that the arguments of a tool have to fit (draft 7, and what of later drafts can be said in it).
/// Shared between threads.
class ArgumentSchema {
 public:
  /// Throws ValueError, naming the tool and the place, for a schema that is malformed or not supported.
  ArgumentSchema(std::string const& tool, Json schema);
  ~ArgumentSchema();
  ArgumentSchema(ArgumentSchema const&) = delete;
  ArgumentSchema& operator=(ArgumentSchema const&) = delete;

  /// What is wrong with the arguments, such as "at /n: …", for the model to read; nothing when they fit.
  [[nodiscard]] std::optional<std::string> misfit(Json const& arguments) const;

  /// The schema as it was given.
  [[nodiscard]] Json const& json() const { return schema_; }

 private:
  struct Compiled;

  Json schema_;
  /// Null when the schema has patterns, which are looked at anew for each value.
  std::unique_ptr<Compiled const> compiled_;
};

}  // namespace prompty::conversation
