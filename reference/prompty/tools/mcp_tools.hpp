#pragma once

#include "prompty/tools/mcp_channel.hpp"

namespace prompty {

/// The server that a tool means. Tools with equal `key` share a client as long as `server` is equal too; `bearer` is
/// null when no token is sent.
struct McpTarget {
  std::string key;
  std::string name;  ///< what errors call it
  McpServer server;
  BearerSource bearer = nullptr;
};

/// The server behind a tool of kind mcp: what its connection says, which may name a registered server or
/// client, and without a connection the server registered under its serverName. `connections` must outlive the result.
/// Throws ValueError when no server is named, the name is not registered, a field of the connection is missing or its
/// kind is unknown.
[[nodiscard]] McpTarget target_of(Tool const& tool, McpTool const& mcp, Connections const& connections);

}  // namespace prompty
