#include "cli/tool_choices.hpp"

#include <gtest/gtest.h>

#include "cli/errors.hpp"

namespace prompty::mcp_choices_test {
namespace {

struct Added {
  PromptyAgent agent;
  Runtime runtime;
};

void add(Added& added, std::vector<std::string> servers) {
  cli::add_chosen_servers(added.agent, added.runtime, {.servers = std::move(servers), .timeout_seconds = 2});
}

std::string refusal(std::vector<std::string> servers) {
  Added added;
  try {
    add(added, std::move(servers));
  } catch (cli::UsageError const& error) {
    return error.message;
  }
  return "";
}

TEST(McpChoices, RegisterPrograms) {
  Added added;
  add(added, {"weather=node 'my server.mjs' -v"});
  McpServer const expected{.reach = StdioServer{.command = "node", .arguments = {"my server.mjs", "-v"}},
                           .time_limit = std::chrono::seconds(2)};
  EXPECT_EQ(*added.runtime.connections->mcp_servers.find("weather"), expected);
}

TEST(McpChoices, RegisterAddresses) {
  Added added;
  add(added, {"a=http://127.0.0.1:1/mcp", "b=https://example.test/mcp?x=y"});
  EXPECT_EQ(added.runtime.connections->mcp_servers.find("a")->reach,
            (std::variant<StdioServer, HttpServer>(HttpServer{.endpoint = "http://127.0.0.1:1/mcp"})));
  EXPECT_EQ(added.runtime.connections->mcp_servers.find("b")->reach,
            (std::variant<StdioServer, HttpServer>(HttpServer{.endpoint = "https://example.test/mcp?x=y"})));
}

TEST(McpChoices, BecomeToolsUnlessAToolNamesTheServer) {
  Tool const by_server{.name = "w", .details = McpTool{.server_name = "weather"}};
  Tool const by_reference{.name = "c", .details = McpTool{.connection = ReferenceConnection{.name = "clock"}}};
  Added added;
  added.agent.tools = {by_server, by_reference};
  add(added, {"weather=a", "clock=b", "files=c"});
  Tool const own{.name = "files", .details = McpTool{.server_name = "files"}};
  EXPECT_EQ(added.agent.tools, (std::vector<Tool>{by_server, by_reference, own}));
}

TEST(McpChoices, AreRefusedWithAReason) {
  EXPECT_EQ(refusal({"weather"}), "--mcp weather: write name='command' or name=http://…");
  EXPECT_EQ(refusal({"=node"}), "--mcp =node: write name='command' or name=http://…");
  EXPECT_EQ(refusal({"weather= "}), "--mcp weather= : name a command or an address");
  EXPECT_EQ(refusal({"weather=\"node"}), "--mcp weather=\"node: a quote is not closed");
  EXPECT_EQ(refusal({"w=a", "w=b"}), "--mcp w: it is given twice");
}

}  // namespace
}  // namespace prompty::mcp_choices_test
