#include "prompty/pipeline/approval_gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::approval_gate_test {
namespace {

Tool mcp_tool(std::string name, Json approval_mode, std::vector<std::string> allowed = {}) {
  return {.name = std::move(name),
          .details = McpTool{.approval_mode = std::move(approval_mode), .allowed_tools = std::move(allowed)}};
}

std::vector<ToolCall> calls_of(std::vector<std::string> const& names) {
  std::vector<ToolCall> calls;
  for (std::string const& name : names) calls.push_back({.id = "c", .name = name, .arguments = "{}"});
  return calls;
}

/// The names of the calls about which somebody is asked.
std::vector<std::string> asked_about(PromptyAgent const& agent, std::vector<std::string> const& names) {
  std::vector<std::string> asked;
  conversation::Gate const gate = approval_gate(agent, [&](ToolCall const& call) {
    asked.push_back(call.name);
    return conversation::Denial();
  });
  EXPECT_THAT(gate(calls_of(names)), testing::Each(conversation::Denial())) << "whoever was asked agreed";
  return asked;
}

TEST(ApprovalGate, AsksAboutCallsThatNeedApproval) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", Json{{"always", {"write"}}, {"never", {"read"}}}),
                 {.name = "now", .details = FunctionTool{}}};
  agent.tools[0].offered = {{.name = "read"}, {.name = "write"}, {.name = "now_and_then"}};
  EXPECT_THAT(asked_about(agent, {"read", "write", "now", "now_and_then", "none"}),
              testing::ElementsAre("write", "now_and_then"));
}

TEST(ApprovalGate, AsksAboutWhatAServerMayOffer) {
  PromptyAgent agent;
  agent.tools = {
      mcp_tool("files", "always", {"write"}), mcp_tool("open", "never"), {.name = "now", .details = FunctionTool{}}};
  EXPECT_THAT(asked_about(agent, {"read", "write", "now"}), testing::ElementsAre("write"));
}

TEST(ApprovalGate, PassesDenialsOn) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", "always")};
  conversation::Gate const gate = approval_gate(agent, [](ToolCall const& call) { return "not " + call.name; });
  EXPECT_THAT(gate(calls_of({"a", "b"})), testing::ElementsAre("not a", "not b"));
}

TEST(ApprovalGate, DeniesWhenNobodyCanBeAsked) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", "always"), {.name = "now", .details = FunctionTool{}}};
  std::vector<conversation::Denial> const answers = approval_gate(agent)(calls_of({"write", "now"}));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_THAT(answers[0].value_or(""), testing::HasSubstr("nobody can be asked"));
  EXPECT_EQ(answers[1], conversation::Denial());
}

}  // namespace
}  // namespace prompty::approval_gate_test
