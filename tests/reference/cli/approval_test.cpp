#include "cli/turn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::approval_test {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::Optional;

/// A registry whose MCP servers offer `read` and `write`.
class TerminalApproval : public testing::Test {
 protected:
  TerminalApproval() {
    tools.discoveries.add("mcp", std::make_shared<ToolDiscovery const>([](Tool const&, PromptyAgent const&) {
                            return std::vector<ToolDefinition>{{.name = "read"}, {.name = "write"}};
                          }));
    approvals = cli::watch_offers(tools);
    Tool const tool{.name = "files", .details = McpTool{.approval_mode = Json("always")}};
    EXPECT_EQ((*tools.discoveries.find("mcp"))(tool, {}).functions.size(), 2U);
  }

  [[nodiscard]] std::vector<conversation::Denial> requested(std::string const& approve,
                                                            cli::Consent consent = {}) const {
    return cli::approval_gate(approvals, approve, std::move(consent))(
        {{.id = "1", .name = "read"}, {.id = "2", .name = "get_weather"}, {.id = "3", .name = "write"}});
  }

  ToolRegistry tools;
  std::shared_ptr<cli::Approvals> approvals;
};

TEST_F(TerminalApproval, AsksOnlyForCallsThatNeedIt) {
  std::vector<std::string> names;
  EXPECT_THAT(requested("ask",
                        [&](ToolCall const& call) {
                          names.push_back(call.name);
                          return call.name == "read";
                        }),
              ElementsAre(Eq(std::nullopt), Eq(std::nullopt), Optional(HasSubstr("denied"))));
  EXPECT_THAT(names, ElementsAre("read", "write"));
}

TEST_F(TerminalApproval, DeniesWithoutATerminal) {
  EXPECT_THAT(requested("ask"),
              ElementsAre(Optional(HasSubstr("no terminal")), Eq(std::nullopt), Optional(HasSubstr("no terminal"))));
}

TEST_F(TerminalApproval, AlwaysAndNeverDoNotPrompt) {
  cli::Consent const unused = [](ToolCall const&) -> bool { throw std::logic_error("consent was requested"); };
  EXPECT_THAT(requested("always", unused), ElementsAre(Eq(std::nullopt), Eq(std::nullopt), Eq(std::nullopt)));
  EXPECT_THAT(requested("never", unused),
              ElementsAre(Optional(HasSubstr("allows no")), Eq(std::nullopt), Optional(HasSubstr("allows no"))));
}

TEST_F(TerminalApproval, ApprovesWhatAServerOffersWithoutCondition) {
  std::shared_ptr<cli::Approvals> const others = std::make_shared<cli::Approvals>();
  others->note(Tool{.name = "files", .details = McpTool{}}, {{.name = "read"}});
  EXPECT_FALSE(others->are_needed("read"));
}

}  // namespace
}  // namespace prompty::approval_test
