#include "prompty/load/agent_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::agent_codec_test {
namespace {

std::string from_frontmatter(char const* json, std::string const& body) {
  return json_text::dump(agent_codec::to_json(agent_codec::from_frontmatter(Json::parse(json), body)));
}

constexpr char const* default_template = R"("template":{"format":{"kind":"jinja2"},"parser":{"kind":"prompty"}})";

TEST(AgentCodec, ShowsOnlyDefaultsForAFileWithoutProperties) {
  std::string const bare = std::string(R"({"kind":"prompt",)") + default_template + R"(,"instructions":"Hi"})";
  EXPECT_EQ(from_frontmatter("null", "Hi"), bare);
  EXPECT_EQ(from_frontmatter("{}", "Hi"), bare);
}

TEST(AgentCodec, KeepsEveryPropertyOfTheTable) {
  char const* const full =
      R"({"kind":"prompt","name":"n","displayName":"N","description":"d","metadata":{"authors":["x"],"v":{"a":[2]}},)"
      R"("model":{"id":"m","apiType":"chat"},"inputs":[{"name":"i","kind":"string"}],)"
      R"("outputs":[{"name":"o","kind":"integer"}],"tools":[{"name":"t","kind":"function"}],)"
      R"("template":{"format":{"kind":"mustache","strict":false},"parser":{"kind":"p"}},"instructions":"Body"})";
  EXPECT_EQ(json_text::dump(agent_codec::to_json(agent_codec::from_json(Json::parse(full)))), full);
}

TEST(AgentCodec, ExpandsTheShorthandsOfTheTemplate) {
  Template const mustache{.format = {.kind = "mustache"}};
  for (char const* const written : {R"({"template":"mustache"})", R"({"template":{"format":"mustache"}})",
                                    R"({"template":{"format":{"kind":"mustache"},"parser":null}})"}) {
    EXPECT_EQ(agent_codec::from_frontmatter(Json::parse(written), "").prompt_template, mustache) << written;
  }
  Template const other_parser{.parser = {.kind = "p"}};
  EXPECT_EQ(agent_codec::from_frontmatter(Json::parse(R"({"template":{"parser":{"kind":"p"}}})"), "").prompt_template,
            other_parser);
}

TEST(AgentCodec, KeepsUnknownPropertiesUnderMetadata) {
  PromptyAgent const agent =
      agent_codec::from_frontmatter(Json::parse(R"({"foo":{"x":[1]},"bar":2,"metadata":{"bar":1}})"), "");
  EXPECT_EQ(json_text::dump(agent.metadata), R"({"bar":1,"foo":{"x":[1]}})");
}

TEST(AgentCodec, DoesNotLetAFileSetInstructionsOrKind) {
  PromptyAgent const agent = agent_codec::from_frontmatter(Json::parse(R"({"instructions":"evil","kind":7})"), "Body");
  EXPECT_EQ(agent.instructions, "Body");
  EXPECT_TRUE(agent.metadata.empty());
}

TEST(AgentCodec, TakesNullForAbsent) {
  EXPECT_EQ(
      from_frontmatter(R"({"name":null,"model":null,"inputs":null,"tools":null,"template":null,"metadata":null})", "x"),
      from_frontmatter("{}", "x"));
}

TEST(AgentCodec, TakesNullForAbsentInUnknownPropertiesToo) {
  RecordProperty("clause", "P4.2-01");
  EXPECT_EQ(from_frontmatter(R"({"later":null})", "x"), from_frontmatter("{}", "x"));
  Json const inner = Json::parse(R"({"metadata":{"a":null},"later":{"b":null}})");
  EXPECT_EQ(json_text::dump(agent_codec::from_frontmatter(inner, "x").metadata), R"({"a":null,"later":{"b":null}})");
}

TEST(AgentCodec, RefusesWrongTypes) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(from_frontmatter(R"({"name":7})", "")); }),
            "name must be a string, not the number 7");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(from_frontmatter(R"({"template":7})", "")); }),
            "template must be a mapping or a string, not the number 7");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(from_frontmatter("[]", "")); }),
            "The agent must be a mapping, not a list of 0");
}

}  // namespace
}  // namespace prompty::agent_codec_test
