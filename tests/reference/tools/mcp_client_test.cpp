#include "prompty/tools/mcp_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "reference/support/raised.hpp"

namespace prompty::mcp_client_test {
namespace {

/// What a channel in the hand of a test saw and says. Shared with the channel, which belongs to the client.
struct Script {
  std::function<std::variant<Json, json_rpc::Refusal>(Json const& request)> answer;
  std::vector<Json> requested;
  std::vector<Json> reported;
  std::vector<std::string> spoken;
};

class ScriptedChannel final : public McpChannel {
 public:
  explicit ScriptedChannel(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  json_rpc::Response send_request(Json const& request, RequestLimits const& limits) override {
    script_->requested.push_back(request);
    static_cast<void>(next_limit_check(limits, "the channel"));
    // What never comes is waited for as long as one may.
    while (request.at("method") == "tools/call" && request.at("params").at("name") == "never") {
      std::this_thread::sleep_until(next_limit_check(limits, "the channel"));
    }
    return {.id = request.at("id").get<std::int64_t>(), .outcome = script_->answer(request)};
  }
  void send_notification(Json const& notification, RequestLimits const&) override {
    script_->reported.push_back(notification);
  }
  void use_version(std::string const& version) override { script_->spoken.push_back(version); }
  [[nodiscard]] bool is_open() const override { return true; }
  [[nodiscard]] std::string diagnostics() const override { return "; diagnostics"; }

 private:
  std::shared_ptr<Script> script_;
};

class McpClients : public testing::Test {
 protected:
  McpClients() {
    script->answer = [this](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
      return request.at("method") == "initialize" ? greeting : results.at(request.at("method").get<std::string>());
    };
  }

  McpClient client(McpLimits bounds = {.time_limit = std::chrono::seconds(10), .max_tools = 6}) {
    return {"s", std::make_unique<ScriptedChannel>(script), bounds, {}};
  }

  std::string refusal_to_list() {
    return raised<ValueError>([this] { static_cast<void>(client().tools({})); });
  }

  std::shared_ptr<Script> script = std::make_shared<Script>();
  Json greeting = Json::parse(R"({"protocolVersion":"2025-03-26","capabilities":{"tools":{}}})");
  std::map<std::string, Json> results;
};

TEST_F(McpClients, IntroduceThemselves) {
  client();
  EXPECT_EQ(
      script->requested.at(0).dump(),
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"prompty","version":")" +
          std::string(version()) + R"("}}})");
  EXPECT_THAT(script->spoken, testing::ElementsAre("2025-03-26"));
  ASSERT_EQ(script->reported.size(), 1U);
  EXPECT_EQ(script->reported[0].dump(), R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

TEST_F(McpClients, SpeakNoVersionThatTheyDoNotKnow) {
  greeting["protocolVersion"] = "2099-01-01";
  EXPECT_THAT(raised<ValueError>([this] { client(); }),
              testing::StartsWith("The MCP server 's' speaks version '2099-01-01' of the protocol"));
  greeting = Json::array();
  EXPECT_THAT(raised<ValueError>([this] { client(); }), testing::HasSubstr("speaks version ''"));
  EXPECT_THAT(script->reported, testing::IsEmpty());
}

TEST_F(McpClients, RepeatOnlyTheBeginningOfWhatTheServerSays) {
  std::string const long_text(5'000'000, 'v');
  greeting["protocolVersion"] = long_text;
  EXPECT_LT(raised<ValueError>([this] { client(); }).size(), 5000U);
  greeting["protocolVersion"] = "2025-06-18";
  script->answer = [&](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    return json_rpc::Refusal{.code = 7, .message = long_text};
  };
  std::string const refused = refusal_to_list();
  EXPECT_LT(refused.size(), 5000U);
  EXPECT_THAT(refused, testing::EndsWith("vvv ... (code 7)"));
}

TEST_F(McpClients, ListToolsAsTheServerDescribesThem) {
  results["tools/list"] = Json::parse(
      R"({"tools":[{"name":"a","description":"A","inputSchema":{"type":"object","x":1}},{"name":"b","title":"B"}]})");
  std::vector<ToolDefinition> const expected = {
      {.name = "a", .description = "A", .parameters = Json{{"type", "object"}, {"x", 1}}}, {.name = "b"}};
  EXPECT_EQ(client().tools({}).functions, expected);
}

TEST_F(McpClients, DoNotOfferWhatOnlyRunsAsATask) {
  results["tools/list"] = Json::parse(
      R"({"tools":[{"name":"a","execution":{"taskSupport":"required"}},{"name":"b","execution":{"taskSupport":"optional"}},
                   {"name":"c","execution":{"taskSupport":"forbidden"}},{"name":"d","execution":{}}]})");
  DiscoveredTools const tools = client().tools({});
  std::vector<ToolDefinition> const expected = {{.name = "b"}, {.name = "c"}, {.name = "d"}};
  EXPECT_EQ(tools.functions, expected);
  EXPECT_THAT(tools.warnings, testing::ElementsAre(testing::AllOf(testing::StartsWith("a is not offered"),
                                                                  testing::HasSubstr("as a task"))));
}

TEST_F(McpClients, ListAllPages) {
  script->answer = [this](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    if (!request.at("params").contains("cursor")) return Json::parse(R"({"tools":[{"name":"a"}],"nextCursor":"2"})");
    return Json::parse(R"({"tools":[{"name":"b"}]})");
  };
  std::vector<ToolDefinition> const expected = {{.name = "a"}, {.name = "b"}};
  EXPECT_EQ(client().tools({}).functions, expected);
  EXPECT_EQ(script->requested.at(2).at("params"), (Json{{"cursor", "2"}}));
}

TEST_F(McpClients, DoNotListForEver) {
  results["tools/list"] = Json::parse(R"({"tools":[{"name":"a"}],"nextCursor":"same"})");
  EXPECT_THAT(refusal_to_list(), testing::HasSubstr("comes round again"));
  int page = 0;
  script->answer = [this, &page](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    return Json{{"tools", Json::array()}, {"nextCursor", std::to_string(++page)}};
  };
  EXPECT_THAT(refusal_to_list(), testing::HasSubstr("does not end"));
  EXPECT_LE(page, 7);
}

TEST_F(McpClients, ListAllPagesWithinTheTimeOfOneRequest) {
  // After as many pages a client without such a limit would have its list.
  int pages = 0;
  script->answer = [&](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Json page{{"tools", Json::array()}};
    if (++pages < 100) page["nextCursor"] = std::to_string(pages);
    return page;
  };
  McpClient slow = client({.time_limit = std::chrono::milliseconds(100)});
  EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(slow.tools({})); }),
            "The MCP server 's' did not answer tools/list within 0.1 seconds; diagnostics");
}

TEST_F(McpClients, ListNoMoreBytesThanOneMessageMayHave) {
  script->answer = [this](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    return Json{{"tools", Json::array()},
                {"nextCursor", std::to_string(script->requested.size()) + std::string(300, 'c')}};
  };
  McpClient small = client({.max_list_bytes = 1000});
  EXPECT_EQ(
      raised<ValueError>([&] { static_cast<void>(small.tools({})); }),
      "The list of tools of the MCP server 's' has more than 1000 bytes; raise the bound of the server, or have it "
      "offer fewer tools");
  EXPECT_EQ(script->requested.size(), 5U);
}

TEST_F(McpClients, AskForNoToolsWhereThereAreNone) {
  greeting["capabilities"].clear();
  EXPECT_THAT(client().tools({}).functions, testing::IsEmpty());
  EXPECT_EQ(script->requested.size(), 1U);
}

TEST_F(McpClients, RefuseListsThatAreNone) {
  for (char const* const result : {"[]", "{}", R"({"tools":{}})", R"({"tools":[{}]})", R"({"tools":[7]})",
                                   R"({"tools":[{"name":""}]})", R"({"tools":[{"name":"a","inputSchema":[]}]})"}) {
    results["tools/list"] = Json::parse(result);
    EXPECT_THAT(refusal_to_list(), testing::HasSubstr("answered tools/list with what is no result")) << result;
  }
}

TEST_F(McpClients, CallWithNameAndArguments) {
  results["tools/call"] = Json::parse(R"({"content":[]})");
  EXPECT_EQ(client().call("f", Json{{"a", 1}}, {}), results["tools/call"]);
  EXPECT_EQ(script->requested.at(1).at("method"), "tools/call");
  EXPECT_EQ(script->requested.at(1).at("params").dump(), R"({"name":"f","arguments":{"a":1}})");
  static_cast<void>(client().call("f", nullptr, {}));
  EXPECT_EQ(script->requested.back().at("params").dump(), R"({"name":"f","arguments":{}})");
  results["tools/call"] = "text";
  EXPECT_THAT(raised<ValueError>([this] { static_cast<void>(client().call("f", nullptr, {})); }),
              testing::HasSubstr("it is no object"));
}

TEST_F(McpClients, SayWhyTheServerRefuses) {
  script->answer = [this](Json const& request) -> std::variant<Json, json_rpc::Refusal> {
    if (request.at("method") == "initialize") return greeting;
    return json_rpc::Refusal{.code = -32602, .message = "Unknown tool: f"};
  };
  EXPECT_EQ(raised<ValueError>([this] { static_cast<void>(client().call("f", {}, {})); }),
            "The MCP server 's' refused tools/call: Unknown tool: f (code -32602)");
}

TEST_F(McpClients, TellTheServerWhatTheyGiveUp) {
  McpClient slow = client({.time_limit = std::chrono::milliseconds(50)});
  EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(slow.call("never", {}, {})); }),
            "The MCP server 's' did not answer tools/call within 0.05 seconds; diagnostics");
  Cancellation const cancellation;
  cancellation.request();
  raised<CancelledError>([&] { static_cast<void>(slow.call("never", {}, cancellation)); });
  ASSERT_EQ(script->reported.size(), 3U);
  EXPECT_EQ(script->reported[1].dump(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                                        R"({"requestId":2,"reason":"the time is up"}})");
  EXPECT_EQ(script->reported[2].at("params").at("requestId"), 3);
}

TEST_F(McpClients, BeginAnewWhenTheSessionIsLost) {
  results["tools/call"] = Json::parse(R"({"content":[]})");
  int losses = 1;
  std::function<std::variant<Json, json_rpc::Refusal>(Json const&)> const usual = script->answer;
  script->answer = [&](Json const& request) {
    if (request.at("method") == "tools/call" && losses-- > 0) throw SessionLost("s");
    return usual(request);
  };
  McpClient once = client();
  EXPECT_EQ(once.call("f", {}, {}), results["tools/call"]);
  std::vector<std::string> methods;
  for (Json const& request : script->requested) methods.push_back(request.at("method").get<std::string>());
  EXPECT_THAT(methods, testing::ElementsAre("initialize", "tools/call", "initialize", "tools/call"));
  losses = 2;
  EXPECT_THROW(static_cast<void>(once.call("f", {}, {})), SessionLost);
}

}  // namespace
}  // namespace prompty::mcp_client_test
