#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/tools/http_channel.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/transport/transport.hpp"

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

/// One client for each server, created on first use and kept for all turns; it is replaced when its server has ended or
/// is registered anew with other settings. Thread-safe. Destroying it ends the servers without an open call.
class McpClients {
 public:
  /// `transport` carries the requests to HTTP servers; processes get their variables from `environment`.
  McpClients(std::shared_ptr<Transport const> transport, Environment environment);

  /// Throws as the constructor of McpClient, and ConnectionError when the server cannot be started.
  [[nodiscard]] std::shared_ptr<McpClient> client_for(McpTarget const& target, Cancellation const& cancellation);

 private:
  struct Slot {
    std::mutex mutex;
    McpServer server;
    std::shared_ptr<McpClient> client;
  };

  [[nodiscard]] std::shared_ptr<Slot> slot_for(std::string const& key);
  [[nodiscard]] std::shared_ptr<McpClient> connect(McpTarget const& target, Cancellation const& cancellation) const;

  std::shared_ptr<Transport const> transport_;
  Environment environment_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>> slots_;
};

/// Sends calls to the servers of tools of kind mcp (P11.2-23) and returns what `read_mcp_result` returns. The handler
/// throws what that, `target_of` and McpClient throw, and ValueError for a function that allowedTools does not list.
[[nodiscard]] KindHandler mcp_handler(std::shared_ptr<Connections> connections, std::shared_ptr<McpClients> clients);

/// Lists the functions of the servers of tools of kind mcp, only those in allowedTools when it lists any;
/// throws as the handler does.
[[nodiscard]] ToolDiscovery mcp_discovery(std::shared_ptr<Connections> connections,
                                          std::shared_ptr<McpClients> clients);

}  // namespace prompty
