// The small values of core, and what is asked about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/message.hpp"

namespace prompty::values_test {
namespace {

TEST(Match, CallsTheCaseOfTheHeldAlternative) {
  std::variant<int, std::string> const text = "seven";
  EXPECT_EQ(match(
                text, [](int) { return 0; }, [](std::string const& held) { return static_cast<int>(held.size()); }),
            5);
}

TEST(MessageValue, ComparesByContent) {
  Message const one{.role = "user", .content = {TextPart{.value = "Hi"}}};
  Message other = one;
  EXPECT_EQ(one, other);
  other.content = {FilePart{.value = "Hi"}};
  EXPECT_NE(one, other);
}

TEST(Version, IsThreeNumbers) {
  EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2);
  EXPECT_EQ(version().find_first_not_of("0123456789."), std::string_view::npos);
}

TEST(ReservedMetadata, IsWhatRequestsAreBuiltFrom) {
  for (char const* const key :
       {"tool_calls", "tool_call_id", "function_call", "responses_function_call", "responses_anything",
        "content_blocks", "refusal", "audio", "reasoning", "reasoning_content", "reasoning_details"}) {
    EXPECT_TRUE(is_reserved_metadata(key)) << key;
  }
}

TEST(ReservedMetadata, IsNoOtherKey) {
  for (char const* const key : {"", "name", "nonce", "tool", "response", "toolcalls", "reasoned"}) {
    EXPECT_FALSE(is_reserved_metadata(key)) << key;
  }
}

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
}  // namespace prompty::values_test
