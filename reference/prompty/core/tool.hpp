#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/connection.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/property.hpp"

namespace prompty {

struct FunctionTool {
  std::vector<Property> parameters = {};
  std::optional<bool> strict = std::nullopt;

  bool operator==(FunctionTool const&) const = default;
};

/// How a prompty tool runs its child; not set means single.
enum class PromptyMode { single, agentic };

struct PromptyTool {
  std::optional<std::string> path = std::nullopt;
  std::optional<PromptyMode> mode = std::nullopt;

  bool operator==(PromptyTool const&) const = default;
};

struct McpTool {
  std::optional<Connection> connection = std::nullopt;
  std::optional<std::string> server_name = std::nullopt;
  std::optional<Json> approval_mode = std::nullopt;
  std::vector<std::string> allowed_tools = {};

  bool operator==(McpTool const&) const = default;
};

struct OpenApiTool {
  std::optional<Connection> connection = std::nullopt;
  std::optional<std::string> specification = std::nullopt;

  bool operator==(OpenApiTool const&) const = default;
};

/// A tool of any kind that the specification does not list; `kind` is as written in the file.
struct CustomTool {
  std::string kind;
  std::optional<Connection> connection = std::nullopt;
  std::optional<Json> options = std::nullopt;

  bool operator==(CustomTool const&) const = default;
};

/// A function as a model gets to know it; `parameters` is a JSON Schema of type object.
struct ToolDefinition {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  Json parameters = Json{{"type", "object"}, {"properties", Json::object()}};

  bool operator==(ToolDefinition const&) const = default;
};

/// `bindings` is a JSON object of parameter name to value, empty when there are none. `offered` are the functions that
/// a tool of another kind than function turned out to offer; it is not in the file, and not set until somebody has
/// asked.
struct Tool {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  Json bindings = Json::object();
  std::variant<FunctionTool, PromptyTool, McpTool, OpenApiTool, CustomTool> details;
  std::optional<std::vector<ToolDefinition>> offered = std::nullopt;

  bool operator==(Tool const&) const = default;
};

/// The value of the tool's `kind` member.
[[nodiscard]] std::string kind_of(Tool const& tool);

}  // namespace prompty
