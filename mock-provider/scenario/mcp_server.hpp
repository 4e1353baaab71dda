#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// A tool that a scenario's MCP server has.
struct McpTool {
  Json declaration;  ///< as tools/list shows it: name, description, inputSchema and what else the scenario says
  Json result;       ///< of each tools/call; null: a text that repeats the arguments

  bool operator==(McpTool const&) const = default;
};

/// What stands behind /NAME/mcp.
struct McpServer {
  std::string name = "mock-provider";
  std::size_t page_size = 50;  ///< tools to a page of tools/list
  std::vector<McpTool> tools;

  bool operator==(McpServer const&) const = default;
};

}  // namespace mock_provider

namespace mock_provider::mcp_server {

/// The typed form of a scenario's `mcp`. `pointer` is where it stands. Throws ScenarioError.
[[nodiscard]] McpServer decode(Json const& value, std::string const& pointer);

}  // namespace mock_provider::mcp_server
