#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// One input, output or tool parameter. `kind` is open: which kinds mean something is decided where they are used.
struct Property {
  std::string name;
  std::string kind = "string";
  std::optional<std::string> description = std::nullopt;
  std::optional<bool> required = std::nullopt;
  std::optional<Json> default_value = std::nullopt;
  std::optional<Json> example = std::nullopt;
  std::vector<Json> enum_values = {};

  bool operator==(Property const&) const = default;
};

}  // namespace prompty
