// Tools of kind mcp through a runtime: discovered, offered to a model and called, over HTTP against the mock provider
// and over the standard streams of a process.
#include "prompty/pipeline/kind_handlers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/wire/requests.hpp"
#include "reference/support/open_files.hpp"
#include "reference/support/raised.hpp"
#include "support/places.hpp"

namespace prompty::mcp_test {
namespace {

Tool mcp_tool(McpTool details) {
  return {.name = "t", .details = std::move(details)};
}

Json call(Runtime const& runtime, Tool const& tool, std::string function, Json const& arguments = Json::object()) {
  CallSetting const setting{.function = std::move(function)};
  return std::get<Json>((*runtime.tools->kinds.find("mcp"))(tool, arguments, PromptyAgent{}, Json::object(), setting));
}

std::vector<std::string> names_offered(Runtime const& runtime, Tool const& tool) {
  std::vector<std::string> names;
  for (ToolDefinition const& definition : (*runtime.tools->discoveries.find("mcp"))(tool, PromptyAgent{}).functions) {
    names.push_back(definition.name);
  }
  return names;
}

class HttpMcpTools : public testing::Test {
 protected:
  HttpMcpTools() {
    server.put_scenario("s", Json::parse(R"({"steps": [], "mcp": {"pageSize": 1, "tools": [
        {"name": "weather", "description": "w", "inputSchema": {"type": "object", "properties": {"city": {}}},
         "result": {"text": "72"}},
        {"name": "echo"}, {"name": "fail", "result": {"text": "no such city", "isError": true}}]}})"));
  }

  mock_provider::Server server{[] {
    mock_provider::ServerOptions options;
    options.check = mock_provider::CheckMode::enforce;
    return options;
  }()};
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)});
  Tool tool = mcp_tool({.connection = AnonymousConnection{.endpoint = server.base_url() + "/s/mcp"}});
};

TEST_F(HttpMcpTools, AreDiscoveredAndOffered) {
  EXPECT_THAT(names_offered(*runtime, tool), testing::ElementsAre("weather", "echo", "fail"));
  std::get<McpTool>(tool.details).allowed_tools = {"fail", "weather", "none"};
  EXPECT_THAT(names_offered(*runtime, tool), testing::ElementsAre("weather", "fail"));
  tool.offered = (*runtime->tools->discoveries.find("mcp"))(tool, PromptyAgent{}).functions;
  EXPECT_EQ(wire::tools_to_wire({tool})[0].dump(),
            R"({"type":"function","function":{"name":"weather","description":"w",)"
            R"("parameters":{"type":"object","properties":{"city":{}}}}})");
}

TEST_F(HttpMcpTools, AreNotCalledUnlessAllowed) {
  std::get<McpTool>(tool.details).allowed_tools = {"echo"};
  EXPECT_EQ(raised<ValueError>([this] { call(*runtime, tool, "weather"); }),
            "tools.t: 'weather' may not be called, it is not among the tool's allowedTools");
  EXPECT_THAT(server.requests("s"), testing::IsEmpty());
}

TEST_F(HttpMcpTools, ShareOneSession) {
  std::vector<std::thread> callers;
  std::atomic<int> right = 0;
  for (int caller = 0; caller < 20; ++caller) {
    callers.emplace_back([this, &right] {
      if (call(*runtime, tool, "weather") == "72") ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 20);
  int beginnings = 0;
  for (mock_provider::JournalEntry const& entry : server.requests("s")) {
    if (Json::parse(entry.body)["method"] == "initialize") ++beginnings;
  }
  EXPECT_EQ(beginnings, 1);
  runtime.reset();
  EXPECT_EQ(server.requests("s").back().method, "DELETE");
}

class ThreadsMcpProcesses : public testing::Test {
 protected:
  ThreadsMcpProcesses() { register_mcp_server("fake", server, *runtime); }

  McpServer server{
      .reach = StdioServer{.command = "python3",
                           .arguments = {prompty_tests::repository() + "/tests/reference/tools/stdio_server.py"}},
      .time_limit = std::chrono::seconds(20)};
  std::size_t files_before = open_files();
  std::unique_ptr<Runtime> runtime = make_runtime();
  Tool tool = mcp_tool({.server_name = "fake"});
};

TEST_F(ThreadsMcpProcesses, ServeManyCallsAndEndWithTheRuntime) {
  EXPECT_EQ(names_offered(*runtime, tool).size(), 11U);
  std::vector<std::thread> callers;
  std::atomic<int> right = 0;
  for (int caller = 0; caller < 200; ++caller) {
    callers.emplace_back([this, caller, &right] {
      if (call(*runtime, tool, "echo", {{"n", caller}}) == "{\"n\": " + std::to_string(caller) + "}") ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 200);
  pid_t const grandchild = std::stoi(call(*runtime, tool, "linger").get<std::string>());
  EXPECT_TRUE(is_there(grandchild));
  runtime.reset();
  EXPECT_TRUE(is_dead(grandchild));
  EXPECT_EQ(open_files(), files_before);
}

TEST_F(ThreadsMcpProcesses, AreStartedAnewAfterTheyDied) {
  EXPECT_THAT(raised<ConnectionError>([this] { call(*runtime, tool, "die"); }),
              testing::HasSubstr("'fake' has ended (exit status 3); its last words: it is all over"));
  EXPECT_EQ(call(*runtime, tool, "echo"), "{}");
}

TEST_F(ThreadsMcpProcesses, AreStartedAnewWhenTheHostSaysOtherwise) {
  EXPECT_THAT(call(*runtime, tool, "whisper").get<std::string>(), testing::Not(testing::HasSubstr("MORE")));
  std::get<StdioServer>(server.reach).environment["MORE"] = "1";
  register_mcp_server("fake", server, *runtime);
  EXPECT_THAT(call(*runtime, tool, "whisper").get<std::string>(), testing::HasSubstr("MORE"));
}

TEST_F(ThreadsMcpProcesses, HearOfCallsThatWereGivenUp) {
  // Within which Python has to start, too.
  server.time_limit = std::chrono::seconds(5);
  register_mcp_server("fake", server, *runtime);
  EXPECT_THAT(raised<ConnectionError>([this] { call(*runtime, tool, "silence"); }),
              testing::StartsWith("The MCP server 'fake' did not answer tools/call within 5 seconds"));
  EXPECT_EQ(call(*runtime, tool, "words"), "[2]");
}

TEST_F(ThreadsMcpProcesses, ThatAreNotRegisteredAreNotStarted) {
  EXPECT_THAT(raised<ValueError>([this] { call(*runtime, mcp_tool({.server_name = "python3"}), "f"); }),
              testing::HasSubstr("no MCP server is registered as 'python3'"));
}

TEST_F(ThreadsMcpProcesses, ThatDoNotSpeakTheProtocolAreErrors) {
  McpServer const silent{.reach = StdioServer{.command = "sh", .arguments = {"-c", "echo Usage: x; exit 2"}}};
  register_mcp_server("usage", silent, *runtime);
  EXPECT_THAT(raised<ConnectionError>([this] { call(*runtime, mcp_tool({.server_name = "usage"}), "f"); }),
              testing::HasSubstr("'usage' has ended (exit status 2)"));
}

}  // namespace
}  // namespace prompty::mcp_test
