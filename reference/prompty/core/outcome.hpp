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

/// The vector that stands for one text.
struct Embedding {
  std::vector<double> values;

  bool operator==(Embedding const&) const = default;
};

/// One generated image: its URL, or its bytes as base64.
struct Image {
  std::string value;

  bool operator==(Image const&) const = default;
};

/// What processing makes of a provider's response: a type for each thing that an answer can be (P11.3.1-15).
using Outcome = std::variant<Text, StructuredValue, std::vector<ToolCall>, Embedding, std::vector<Embedding>, Image,
                             std::vector<Image>>;

/// `{"type", "value"}` with type `text`, `json`, `tool_calls`, `embedding`, `embeddings`, `image` or `images`.
[[nodiscard]] Json outcome_to_json(Outcome const& outcome);

}  // namespace prompty
