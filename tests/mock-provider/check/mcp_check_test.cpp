#include "mock-provider/check/mcp_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace mock_provider::mcp_check_test {
namespace {

Headers const sound_headers{
    {"accept", "application/json, text/event-stream"}, {"content-type", "application/json"}, {"mcp-session-id", "s"}};
constexpr char const* sound_body = R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})";

/// A message that breaks one rule, and the nearest one that breaks none.
struct Case {
  char const* rule;
  char const* broken;
  char const* pointer;
  char const* sound;
};

std::vector<Case> const& cases() {
  static std::vector<Case> const all = {
      {"mcp.body.json", "[]", "", sound_body},
      {"mcp.message.version", R"({"id": 1, "method": "ping"})", "/jsonrpc", sound_body},
      {"mcp.message.id", R"({"jsonrpc": "2.0", "id": null, "method": "ping"})", "/id",
       R"({"jsonrpc": "2.0", "id": "a", "method": "ping"})"},
      {"mcp.message.method", R"({"jsonrpc": "2.0", "id": 1})", "/method",
       R"({"jsonrpc": "2.0", "id": 1, "result": {}})"},
      {"mcp.initialize", R"({"jsonrpc": "2.0", "id": 1, "method": "initialize"})", "/params",
       R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
           "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}}})"},
      {"mcp.initialize",
       R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
           "capabilities": {}, "clientInfo": {"name": "n"}}})",
       "/params/clientInfo/version", sound_body},
  };
  return all;
}

std::vector<std::string> rules_of(Headers const& headers, char const* body = sound_body) {
  std::vector<std::string> rules;
  for (Finding const& finding : mcp_check::check(headers, Json::parse(body))) rules.push_back(finding.rule);
  return rules;
}

TEST(McpRules, FireOnABrokenMessageAndNotOnItsNeighbour) {
  for (Case const& one : cases()) {
    std::vector<Finding> const findings = mcp_check::check(sound_headers, Json::parse(one.broken));
    ASSERT_EQ(findings.size(), 1U) << one.broken;
    EXPECT_EQ(findings[0].rule, one.rule);
    EXPECT_EQ(findings[0].pointer, one.pointer);
    EXPECT_THAT(rules_of(sound_headers, one.sound), testing::IsEmpty());
  }
}

TEST(McpRules, LookAtTheHeaders) {
  EXPECT_THAT(rules_of(sound_headers), testing::IsEmpty());
  Headers const bare{{"accept", "application/json"}};
  EXPECT_THAT(rules_of(bare), testing::ElementsAre("mcp.accept", "mcp.content-type", "mcp.session"));
}

TEST(McpRuleTable, HasACaseForEachRuleAndNoOther) {
  std::set<std::string> proven{"mcp.accept", "mcp.content-type", "mcp.session"};
  for (Case const& one : cases()) proven.insert(one.rule);
  std::set<std::string> known;
  for (Rule const& rule : mcp_rules()) known.emplace(rule.id);
  EXPECT_EQ(proven, known);
}

}  // namespace
}  // namespace mock_provider::mcp_check_test
