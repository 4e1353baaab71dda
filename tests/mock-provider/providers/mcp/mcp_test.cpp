#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"
#include "mock-provider/providers/mcp/mcp.hpp"

namespace mock_provider::mcp_test {
namespace {

constexpr char const* scenario = R"({"steps": [], "mcp": {"name": "weather", "pageSize": 2, "tools": [
    {"name": "a", "description": "first", "result": {"text": "72", "structuredContent": {"f": 72}}},
    {"name": "b", "result": {"content": [{"type": "text", "text": "no"}], "isError": true}},
    {"name": "c", "inputSchema": {"type": "object", "properties": {}}}]}})";

class McpServers : public testing::Test {
 protected:
  McpServers() { provider.put_scenario("s", Json::parse(scenario)); }

  Answer send(std::string const& body, Headers more = {}, std::string const& method = "POST") {
    Headers headers{{"accept", "application/json, text/event-stream"}, {"content-type", "application/json"}};
    headers.insert(headers.end(), more.begin(), more.end());
    return provider.respond(
        {.method = method, .target = "/s/mcp", .headers = headers, .body = body, .received_at_us = 0});
  }

  Json ask(std::string const& method, std::string const& params = "{}") {
    return Json::parse(
        send(R"({"jsonrpc": "2.0", "id": 7, "method": ")" + method + R"(", "params": )" + params + "}").body);
  }

  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_F(McpServers, BeginASession) {
  Answer const answer = send(
      R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26",
          "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}}})");
  Json const result = Json::parse(answer.body).at("result");
  EXPECT_EQ(result.at("protocolVersion"), "2025-03-26");
  EXPECT_EQ(result.at("serverInfo").at("name"), "weather");
  ASSERT_NE(header_named(answer.headers, "mcp-session-id"), nullptr);
  EXPECT_THAT(provider.journal().all().back()->findings, testing::IsEmpty());
  Headers const session{{"Mcp-Session-Id", *header_named(answer.headers, "mcp-session-id")}};
  EXPECT_EQ(send(R"({"jsonrpc": "2.0", "method": "notifications/initialized"})", session).status, 202);
  EXPECT_EQ(send(R"({"jsonrpc": "2.0", "id": 2, "method": "ping"})", session).status, 200);
  EXPECT_THAT(provider.journal().all().back()->findings, testing::IsEmpty());
  EXPECT_EQ(send(R"({"jsonrpc": "2.0", "id": 2, "method": "ping"})", {{"mcp-session-id", "other"}}).status, 404);
}

TEST_F(McpServers, OfferTheNewestVersionForAnUnknownOne) {
  EXPECT_EQ(ask("initialize", R"({"protocolVersion": "1"})").at("result").at("protocolVersion"), "2025-11-25");
}

TEST_F(McpServers, ListToolsPageByPage) {
  Json const first = ask("tools/list").at("result");
  ASSERT_EQ(first.at("tools").size(), 2U);
  EXPECT_EQ(first.at("tools")[0],
            Json::parse(R"({"name": "a", "description": "first", "inputSchema": {"type": "object"}})"));
  Json const second = ask("tools/list", Json{{"cursor", first.at("nextCursor")}}.dump()).at("result");
  ASSERT_EQ(second.at("tools").size(), 1U);
  EXPECT_FALSE(second.contains("nextCursor"));
  EXPECT_EQ(ask("tools/list", R"({"cursor": "x"})").at("error").at("code"), -32602);
}

TEST_F(McpServers, AnswerCallsFromTheScenario) {
  EXPECT_EQ(ask("tools/call", R"({"name": "a"})").at("result"),
            Json::parse(R"({"content": [{"type": "text", "text": "72"}], "structuredContent": {"f": 72}})"));
  EXPECT_EQ(ask("tools/call", R"({"name": "b"})").at("result").at("isError"), true);
  EXPECT_EQ(ask("tools/call", R"({"name": "c", "arguments": {"x": 1}})").at("result").at("content")[0].at("text"),
            "c was called with {\"x\":1}");
  EXPECT_EQ(ask("tools/call", R"({"name": "d"})").at("error").at("code"), -32602);
  EXPECT_EQ(ask("resources/list").at("error").at("code"), -32601);
}

TEST_F(McpServers, RefuseWhatIsNoMessage) {
  EXPECT_EQ(Json::parse(send("{").body).at("error").at("code"), -32700);
  EXPECT_EQ(Json::parse(send("[]").body).at("error").at("code"), -32600);
  EXPECT_EQ(send("", {}, "GET").status, 405);
  EXPECT_EQ(send("", {}, "DELETE").status, 204);
}

TEST_F(McpServers, LetAStepWin) {
  provider.put_scenario("s", Json::parse(R"({"steps": [
      {"match": {"path": "/mcp", "body": {"$subset": {"method": "tools/list"}}}, "respond": {"body": {"own": 1}}}]})"));
  EXPECT_EQ(ask("tools/list"), Json::parse(R"({"own": 1})"));
  EXPECT_EQ(ask("ping").at("result"), Json::object());
}

TEST(McpServersThatEnforce, AnswerTheFirstFinding) {
  Provider provider{CheckMode::enforce, JournalBounds{}};
  Answer const answer =
      provider.respond({.method = "POST", .target = "/default/mcp", .headers = {}, .body = "{}", .received_at_us = 0});
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(Json::parse(answer.body).at("error").at("message").get<std::string>(), testing::HasSubstr("mcp.accept"));
}

TEST(McpScenarios, NameTheirMistakes) {
  Provider provider{CheckMode::report, JournalBounds{}};
  for (auto const& [mcp, pointer] : std::vector<std::pair<char const*, char const*>>{
           {R"({})", "/mcp"},
           {R"({"tools": {}})", "/mcp/tools"},
           {R"({"tools": [], "pageSize": 0})", "/mcp/pageSize"},
           {R"({"tools": [{}]})", "/mcp/tools/0"},
           {R"({"tools": [{"name": "a", "inputSchema": 1}]})", "/mcp/tools/0/inputSchema"},
           {R"({"tools": [{"name": "a", "result": {}}]})", "/mcp/tools/0/result"},
           {R"({"tools": [{"name": "a", "result": {"content": 1}}]})", "/mcp/tools/0/result/content"},
           {R"({"tools": [{"name": "a", "result": {"text": "", "isError": 1}}]})", "/mcp/tools/0/result/isError"}}) {
    try {
      provider.put_scenario("s", {{"steps", Json::array()}, {"mcp", Json::parse(mcp)}});
      ADD_FAILURE() << "was accepted: " << mcp;
    } catch (ScenarioError const& error) {
      EXPECT_EQ(error.pointer(), pointer);
    }
  }
}

}  // namespace
}  // namespace mock_provider::mcp_test
