#include "cli/mcp_choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/shell_words.hpp"
#include "cli/usage_error.hpp"

namespace prompty::cli {
namespace mcp_choices {
namespace {

bool is_address(std::string_view text) {
  return text.substr(0, 7) == "http://" || text.substr(0, 8) == "https://";
}

std::variant<StdioServer, HttpServer> reach_of(std::string const& given, std::string const& place) {
  if (is_address(place)) return HttpServer{.endpoint = place};
  std::optional<std::vector<std::string>> words = shell_words(place);
  if (!words) throw UsageError{fmt::format("--mcp {}: a quote is not closed", given)};
  if (words->empty() || words->front().empty()) {
    throw UsageError{fmt::format("--mcp {}: name a command or an address", given)};
  }
  std::string const command = words->front();
  words->erase(words->begin());
  return StdioServer{.command = command, .arguments = *std::move(words)};
}

bool names_server(Tool const& tool, std::string const& name) {
  McpTool const* const server = std::get_if<McpTool>(&tool.details);
  if (server == nullptr) return false;
  ReferenceConnection const* const reference =
      server->connection ? std::get_if<ReferenceConnection>(&*server->connection) : nullptr;
  return server->server_name == name || (reference != nullptr && reference->name == name);
}

}  // namespace
}  // namespace mcp_choices

void add_chosen_servers(PromptyAgent& agent, Runtime& runtime, ToolChoices const& choices) {
  std::chrono::duration<double> const limit(choices.timeout_seconds);
  std::set<std::string> names;
  for (std::string const& given : choices.servers) {
    std::size_t const equals = given.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError{fmt::format("--mcp {}: write name='command' or name=http://…", given)};
    }
    std::string const name = given.substr(0, equals);
    if (!names.insert(name).second) throw UsageError{fmt::format("--mcp {}: it is given twice", name)};
    McpServer server{.reach = mcp_choices::reach_of(given, given.substr(equals + 1)),
                     .time_limit = std::chrono::duration_cast<std::chrono::milliseconds>(limit)};
    runtime.connections->mcp_servers.add(name, std::make_shared<McpServer const>(std::move(server)));
    bool const is_named = std::any_of(agent.tools.begin(), agent.tools.end(),
                                      [&](Tool const& tool) { return mcp_choices::names_server(tool, name); });
    if (!is_named) agent.tools.push_back(Tool{.name = name, .details = McpTool{.server_name = name}});
  }
}

}  // namespace prompty::cli
