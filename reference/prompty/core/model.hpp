#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/connection.hpp"
#include "prompty/core/json.hpp"

namespace prompty {

/// What is not set is not sent; what is set is sent, also when it is zero, false or empty.
struct ModelOptions {
  std::optional<double> temperature = std::nullopt;
  std::optional<std::int64_t> max_output_tokens = std::nullopt;
  std::optional<double> top_p = std::nullopt;
  std::optional<std::int64_t> top_k = std::nullopt;
  std::optional<double> frequency_penalty = std::nullopt;
  std::optional<double> presence_penalty = std::nullopt;
  std::optional<std::int64_t> seed = std::nullopt;
  std::optional<std::vector<std::string>> stop_sequences = std::nullopt;
  std::optional<bool> allow_multiple_tool_calls = std::nullopt;
  Json additional_properties = Json::object();

  bool operator==(ModelOptions const&) const = default;
};

struct Model {
  std::optional<std::string> id = std::nullopt;
  std::optional<std::string> provider = std::nullopt;
  /// P2.4-06: "chat" also when the model was written as a string.
  std::string api_type = "chat";
  std::optional<Connection> connection = std::nullopt;
  std::optional<ModelOptions> options = std::nullopt;

  bool operator==(Model const&) const = default;
};

}  // namespace prompty
