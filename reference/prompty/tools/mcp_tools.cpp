#include "prompty/tools/mcp_tools.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "prompty/tools/errors.hpp"
#include "prompty/tools/mcp_result.hpp"
#include "prompty/tools/mcp_target.hpp"

namespace prompty {
namespace mcp_tools {
namespace {

bool is_allowed(McpTool const& mcp, std::string const& function) {
  std::vector<std::string> const& allowed = mcp.allowed_tools;
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), function) != allowed.end();
}

}  // namespace
}  // namespace mcp_tools

KindHandler mcp_handler(std::shared_ptr<Connections> connections, std::shared_ptr<McpClients> clients) {
  return [connections = std::move(connections), clients = std::move(clients)](
             Tool const& tool, Json const& arguments, PromptyAgent const&, Json const&, CallSetting const& setting) {
    McpTool const& mcp = std::get<McpTool>(tool.details);
    std::string const& function = setting.function.empty() ? tool.name : setting.function;
    // The model may name what it was not offered.
    if (!mcp_tools::is_allowed(mcp, function)) throw errors::mcp_function_not_allowed(tool.name, function);
    std::shared_ptr<McpClient> const client =
        clients->client_for(target_of(tool, mcp, *connections), setting.cancellation);
    return read_mcp_result(client->call(function, arguments, setting.cancellation), function);
  };
}

ToolDiscovery mcp_discovery(std::shared_ptr<Connections> connections, std::shared_ptr<McpClients> clients) {
  return [connections = std::move(connections), clients = std::move(clients)](Tool const& tool, PromptyAgent const&) {
    McpTool const& mcp = std::get<McpTool>(tool.details);
    Cancellation const nobody_cancels;
    std::shared_ptr<McpClient> const client = clients->client_for(target_of(tool, mcp, *connections), nobody_cancels);
    // P7.1.3-07: all that the server has at this moment; `target_of` found the server.
    std::vector<ToolDefinition> offered = client->tools(nobody_cancels);
    std::erase_if(offered,
                  [&](ToolDefinition const& definition) { return !mcp_tools::is_allowed(mcp, definition.name); });
    return offered;
  };
}

}  // namespace prompty
