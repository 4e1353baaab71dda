// The small values of core: kinds, comparison, the shape of an outcome.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/connection.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/tool.hpp"
#include "prompty/core/version.hpp"

namespace prompty::values_test {
namespace {

TEST(Match, CallsTheCaseOfTheHeldAlternative) {
  std::variant<int, std::string> const text = "seven";
  EXPECT_EQ(match(
                text, [](int) { return 0; }, [](std::string const& held) { return static_cast<int>(held.size()); }),
            5);
}

TEST(ConnectionKind, IsTheMemberOfTheFile) {
  EXPECT_EQ(kind_of(KeyConnection{}), "key");
  EXPECT_EQ(kind_of(ReferenceConnection{}), "reference");
  EXPECT_EQ(kind_of(RemoteConnection{}), "remote");
  EXPECT_EQ(kind_of(AnonymousConnection{}), "anonymous");
  EXPECT_EQ(kind_of(FoundryConnection{}), "foundry");
  EXPECT_EQ(kind_of(OAuthConnection{}), "oauth");
  EXPECT_EQ(kind_of(UnknownConnection{.kind = "vault"}), "vault");
}

TEST(ToolKind, IsTheMemberOfTheFile) {
  EXPECT_EQ(kind_of(Tool{.name = "t", .details = FunctionTool{}}), "function");
  EXPECT_EQ(kind_of(Tool{.name = "t", .details = PromptyTool{}}), "prompty");
  EXPECT_EQ(kind_of(Tool{.name = "t", .details = McpTool{}}), "mcp");
  EXPECT_EQ(kind_of(Tool{.name = "t", .details = OpenApiTool{}}), "openapi");
  EXPECT_EQ(kind_of(Tool{.name = "t", .details = CustomTool{.kind = "acme"}}), "acme");
}

TEST(MessageValue, ComparesByContent) {
  Message const one{.role = "user", .content = {TextPart{.value = "Hi"}}};
  Message other = one;
  EXPECT_EQ(one, other);
  other.content = {FilePart{.value = "Hi"}};
  EXPECT_NE(one, other);
}

TEST(OutcomeShape, NamesItsType) {
  EXPECT_EQ(json_text::dump(outcome_to_json(Text{.value = "Hi"})), R"({"type":"text","value":"Hi"})");
  EXPECT_EQ(json_text::dump(outcome_to_json(StructuredValue{.value = nullptr})), R"({"type":"json","value":null})");
  EXPECT_EQ(json_text::dump(outcome_to_json(std::vector<ToolCall>{{.id = "c", .name = "f", .arguments = "{}"}})),
            R"({"type":"tool_calls","value":[{"id":"c","name":"f","arguments":"{}"}]})");
  Embedding const embedding{.values = {0.5, 0.25}};
  EXPECT_EQ(json_text::dump(outcome_to_json(embedding)), R"({"type":"embedding","value":[0.5,0.25]})");
  EXPECT_EQ(json_text::dump(outcome_to_json(std::vector<Embedding>{embedding})),
            R"({"type":"embeddings","value":[[0.5,0.25]]})");
  EXPECT_EQ(json_text::dump(outcome_to_json(Image{.value = "u"})), R"({"type":"image","value":"u"})");
  EXPECT_EQ(json_text::dump(outcome_to_json(std::vector<Image>{})), R"({"type":"images","value":[]})");
}

TEST(Version, IsThreeNumbers) {
  EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2);
  EXPECT_EQ(version().find_first_not_of("0123456789."), std::string_view::npos);
}

}  // namespace
}  // namespace prompty::values_test
