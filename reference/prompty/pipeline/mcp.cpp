#include "prompty/pipeline/mcp.hpp"

#include <utility>

#include "prompty/tools/mcp_clients.hpp"
#include "prompty/tools/mcp_tools.hpp"

namespace prompty {

void add_mcp(Runtime& runtime, std::shared_ptr<Transport const> transport) {
  std::shared_ptr<McpClients> const clients = std::make_shared<McpClients>(std::move(transport), process_environment());
  std::shared_ptr<KindHandler const> const handler =
      std::make_shared<KindHandler>(mcp_handler(runtime.connections, clients));
  runtime.tools->built_in.add("mcp", handler);
  runtime.tools->kinds.add("mcp", handler);
  runtime.tools->discoveries.add("mcp", std::make_shared<ToolDiscovery>(mcp_discovery(runtime.connections, clients)));
}

void register_mcp_server(std::string name, McpServer server, Runtime& runtime) {
  runtime.connections->mcp_servers.add(std::move(name), std::make_shared<McpServer>(std::move(server)));
}

}  // namespace prompty
