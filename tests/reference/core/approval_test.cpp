#include "prompty/core/approval.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::approval_test {
namespace {

bool asks(char const* mode, std::string_view function = "f") {
  return needs_approval(McpTool{.approval_mode = Json::parse(mode)}, function);
}

TEST(Approval, IsNotNeededWhenTheToolSaysNothing) {
  EXPECT_FALSE(needs_approval(McpTool{}, "f"));
  EXPECT_FALSE(asks("null"));
}

TEST(Approval, IsNeededAlwaysOrNever) {
  EXPECT_TRUE(asks(R"("always")"));
  EXPECT_FALSE(asks(R"("never")"));
  EXPECT_TRUE(asks(R"({"kind":"always"})"));
  EXPECT_FALSE(asks(R"({"kind":"never"})"));
}

TEST(Approval, IsNeededByTheListThatNamesTheFunction) {
  char const* const lists =
      R"({"kind":"specify","alwaysRequireApprovalTools":["f"],"neverRequireApprovalTools":["g","f"]})";
  EXPECT_TRUE(asks(lists, "f"));
  EXPECT_FALSE(asks(lists, "g"));
  EXPECT_TRUE(asks(lists, "h"));
  EXPECT_FALSE(asks(R"({"never":{"tool_names":["f"]}})", "f"));
  EXPECT_TRUE(asks(R"({"never":{"tool_names":["f"]}})", "g"));
  EXPECT_TRUE(asks(R"({"kind":"never","always":["f"]})", "f"));
  EXPECT_FALSE(asks(R"({"kind":"never","always":["f"]})", "g"));
}

TEST(Approval, IsNeededWhenNobodyKnowsWhatIsMeant) {
  for (char const* const mode : {R"("Never")", R"("")", "0", "false", "[]", "{}", R"({"kind":"sometimes"})",
                                 R"({"never":"f"})", R"({"kind":1,"never":7})"}) {
    EXPECT_TRUE(asks(mode)) << mode;
  }
}

}  // namespace
}  // namespace prompty::approval_test
