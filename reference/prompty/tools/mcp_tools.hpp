#pragma once

#include <memory>

#include "prompty/registry/connections.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/tools/mcp_clients.hpp"

namespace prompty {

/// Sends calls to the servers of tools of kind mcp (P11.2-23); the result is as `read_mcp_result` gives it. The handler
/// throws what that throws, what `target_of` and McpClient throw, and ValueError for a function that allowedTools
/// does not list. It keeps both arguments alive.
[[nodiscard]] KindHandler mcp_handler(std::shared_ptr<Connections> connections, std::shared_ptr<McpClients> clients);

/// Asks the servers of tools of kind mcp what they offer, reduced to allowedTools when it lists any; throws as
/// the handler does.
[[nodiscard]] ToolDiscovery mcp_discovery(std::shared_ptr<Connections> connections,
                                          std::shared_ptr<McpClients> clients);

}  // namespace prompty
