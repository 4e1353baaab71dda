// Real MCP servers from npm, which scripts/setup --tests installs into out/sdk.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/tools/child_process.hpp"
#include "reference/support/raised.hpp"
#include "support/program.hpp"
#include "support/sdk.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::mcp_real_servers_test {
namespace {

class HttpRealMcpServers : public testing::Test {
 protected:
  Tool started_with(std::vector<std::string> arguments) {
    register_mcp_server("s", {.reach = StdioServer{.command = node, .arguments = std::move(arguments)}}, *runtime);
    return {.name = "t", .details = McpTool{.server_name = "s"}};
  }

  std::vector<ToolDefinition> offered(Tool const& tool) const {
    return (*runtime->tools->discoveries.find("mcp"))(tool, PromptyAgent{}).functions;
  }

  Json call(Tool const& tool, std::string function, Json const& arguments, Cancellation cancellation = {}) const {
    CallSetting const setting{.function = std::move(function), .cancellation = std::move(cancellation)};
    return std::get<Json>(
        (*runtime->tools->kinds.find("mcp"))(tool, arguments, PromptyAgent{}, Json::object(), setting));
  }

  /// What server-everything has to do over any transport.
  void exercise(Tool const& tool) const {
    std::vector<std::string> names;
    for (ToolDefinition const& definition : offered(tool)) {
      names.push_back(definition.name);
      EXPECT_EQ(definition.parameters.at("type"), "object") << definition.name;
    }
    EXPECT_THAT(names, testing::IsSupersetOf({"echo", "get-sum", "get-tiny-image", "get-structured-content"}));
    EXPECT_EQ(call(tool, "echo", {{"message", "köln"}}), "Echo: köln");
    EXPECT_EQ(call(tool, "get-sum", {{"a", 2}, {"b", 3}}), "The sum of 2 and 3 is 5.");
    EXPECT_THAT(call(tool, "get-tiny-image", Json::object()).get<std::string>(),
                testing::HasSubstr("[image of type image/png, "));
    EXPECT_THAT(Json::parse(call(tool, "get-structured-content", {{"location", "Chicago"}}).get<std::string>()),
                testing::SizeIs(testing::Ge(3U)));
    EXPECT_EQ(call(tool, "trigger-long-running-operation", {{"duration", 0.2}, {"steps", 2}}),
              "Long running operation completed. Duration: 0.2 seconds, Steps: 2.");
    EXPECT_THAT(raised<ValueError>([&] { call(tool, "get-sum", {{"a", "x"}}); }), testing::HasSubstr("get-sum"));
    EXPECT_THAT(raised<ValueError>([&] { call(tool, "no-such-tool", Json::object()); }),
                testing::HasSubstr("no-such-tool"));
    Cancellation const cancellation;
    std::thread impatient([&] { cancellation.request(); });
    raised<CancelledError>([&] { call(tool, "trigger-long-running-operation", {{"duration", 30}}, cancellation); });
    impatient.join();
    EXPECT_EQ(call(tool, "echo", {{"message", "still there"}}), "Echo: still there");
  }

  void call_often(Tool const& tool, int times) const {
    std::vector<std::thread> callers;
    std::atomic<int> right = 0;
    for (int caller = 0; caller < times; ++caller) {
      callers.emplace_back([&, caller] {
        std::string const message = "message " + std::to_string(caller);
        if (call(tool, "echo", {{"message", message}}) == "Echo: " + message) ++right;
      });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(right, times);
  }

  std::string node = prompty_tests::sdk_node();
  std::string everything = server("server-everything");
  std::string files = server("server-filesystem");
  std::unique_ptr<Runtime> runtime = make_runtime();

 private:
  static std::string server(std::string const& package) {
    return prompty_tests::sdk_file("node_modules/@modelcontextprotocol/" + package + "/dist/index.js");
  }
};

int free_port() {
  FileDescriptor const listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size) != 0) throw std::runtime_error("no port");
  ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

TEST_F(HttpRealMcpServers, ServeOnTheirStandardStreams) {
  Tool const tool = started_with({everything, "stdio"});
  exercise(tool);
  call_often(tool, 200);
}

TEST_F(HttpRealMcpServers, ServeOverHttp) {
  std::string const port = std::to_string(free_port());
  // The last line is the one with the port.
  prompty_tests::BackgroundProgram program(
      {"sh", "-c", "PORT=" + port + " exec \"$0\" \"$1\" streamableHttp 2>&1", node, everything});
  std::string line = program.read_line();
  while (!line.empty() && line.find("listening") == std::string::npos) line = program.read_line();
  ASSERT_NE(line, "");
  Tool const tool{
      .name = "t",
      .details = McpTool{.connection = AnonymousConnection{.endpoint = "http://127.0.0.1:" + port + "/mcp"}}};
  exercise(tool);
  call_often(tool, 40);
  // The session is ended in order.
  runtime.reset();
}

TEST_F(HttpRealMcpServers, ReadAndWriteFiles) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = std::filesystem::canonical(folder.path()).string();
  Tool const tool = started_with({files, path});
  EXPECT_THAT(call(tool, "write_file", {{"path", path + "/a.txt"}, {"content", "grüße"}}).get<std::string>(),
              testing::HasSubstr("Successfully wrote"));
  EXPECT_EQ(call(tool, "read_text_file", {{"path", path + "/a.txt"}}), "grüße");
  EXPECT_EQ(call(tool, "list_directory", {{"path", path}}), "[FILE] a.txt");
  EXPECT_THAT(raised<ValueError>([&] {
                call(tool, "read_text_file", {{"path", "/etc/passwd"}});
              }),
              testing::HasSubstr("Access denied"));
}

}  // namespace
}  // namespace prompty::mcp_real_servers_test
