#pragma once

#include "prompty/registry/tools.hpp"
#include "prompty/tools/mcp_client.hpp"

namespace prompty {

/// What carries out calls of tools of one kind, and what finds the functions that they offer. Both are thread-safe and
/// take tools of that kind only.
struct ServedKind {
  KindHandler call;
  ToolDiscovery discover;
};

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

/// Sends calls to the servers of tools of kind mcp (P11.2-23), see `target_of`, for what `read_mcp_result` returns;
/// discovers their functions, only those in allowedTools when it lists any. Each server has one client, created
/// on first use, kept for all turns, and replaced when the server has ended or is registered with other settings.
/// Requests to HTTP servers go through `transport`; processes get variables from `environment`. Both functions throw
/// what `target_of` and McpClient throw, ConnectionError when the server cannot be started, and calls ValueError for a
/// function that allowedTools does not list. The end of both ends the servers that have no open call.
[[nodiscard]] ServedKind mcp_kind(std::shared_ptr<Connections const> connections,
                                  std::shared_ptr<Transport const> transport, Environment environment);

/// Discovers the operations of tools of kind openapi (P7.1.3-10), see `read_operations`, and calls the one that the
/// setting names (P11.2-24); the answer is JSON or text. Documents are cached: files until they change, those at URLs
/// for good. Requests go to the endpoint of the tool's connection or, without a connection, to the server of the
/// document, through `transport` unless a registered client has its own. Both functions throw ValueError
/// without a specification, and what reading it throws; calls also ValueError for an unknown operation, unusable
/// arguments or connection, ConnectionError when no answer arrives, and ExecuteError when it is an error.
[[nodiscard]] ServedKind openapi_kind(std::shared_ptr<Connections const> connections,
                                      std::shared_ptr<Transport const> transport);

}  // namespace prompty
