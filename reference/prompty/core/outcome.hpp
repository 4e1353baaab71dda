#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// A function call that the model asks for; `arguments` is the JSON text as the provider sent it.
struct ToolCall {
  std::string id;
  std::string name;
  std::string arguments;

  bool operator==(ToolCall const&) const = default;
};

struct Text {
  std::string value;

  bool operator==(Text const&) const = default;
};

/// The parsed answer of an agent that declares outputs.
struct StructuredValue {
  Json value;

  bool operator==(StructuredValue const&) const = default;
};

/// What processing makes of a provider's response.
using Outcome = std::variant<Text, StructuredValue, std::vector<ToolCall>>;

/// `{"type", "value"}` with type `text`, `json` or `tool_calls`.
[[nodiscard]] Json outcome_to_json(Outcome const& outcome);

}  // namespace prompty
