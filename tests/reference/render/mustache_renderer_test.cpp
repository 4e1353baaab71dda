#include "prompty/render/mustache_renderer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty {
namespace mustache_renderer_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

PromptyAgent agent_with(std::string instructions) {
  PromptyAgent agent;
  agent.prompt_template.format.kind = "mustache";
  agent.instructions = std::move(instructions);
  return agent;
}

std::string rendered(std::string const& source, Json const& inputs = Json::object()) {
  return MustacheRenderer().render(agent_with(source), inputs);
}

std::string error_of(PromptyAgent const& agent, Json const& inputs = Json::object()) {
  return raised<ValueError>([&] { static_cast<void>(MustacheRenderer().render(agent, inputs)); });
}

std::string repeated(std::string const& part, std::size_t times) {
  std::string result;
  for (; times > 0; --times) result += part;
  return result;
}

TEST(MustacheRenderer, PrintsVariablesWithoutEscapingThem) {
  EXPECT_EQ(rendered("{{a}} {{{a}}} {{&a}} {{b.c}} {{n}} {{f}} {{t}} {{missing}}|",
                     {{"a", "<&'\">"}, {"b", {{"c", "d"}}}, {"n", 5}, {"f", 1.5}, {"t", true}}),
            "<&'\"> <&'\"> <&'\"> d 5 1.5 true |");
}

TEST(MustacheRenderer, HasSectionsListsAndComments) {
  EXPECT_EQ(
      rendered("{{#l}}<{{name}}>{{/l}}{{#s}}{{.}},{{/s}}{{! note }}{{^e}}none{{/e}}{{#m}}{{k}}{{/m}}",
               {{"l", {{{"name", "a"}}, {{"name", "b"}}}}, {"s", {"x", "y"}}, {"e", Json::array()}, {"m", {{"k", 1}}}}),
      "<a><b>x,y,none1");
}

TEST(MustacheRenderer, FalseNullAndWhatIsEmptyHideASection) {
  for (Json const& value : {Json(false), Json(nullptr), Json(""), Json::array(), Json::object()}) {
    EXPECT_EQ(rendered("{{#x}}shown{{/x}}{{^x}}hidden{{/x}}", {{"x", value}}), "hidden") << value;
  }
}

TEST(MustacheRenderer, InputsAreNoTemplates) {
  EXPECT_EQ(rendered("{{a}}", {{"a", "{{b}}"}, {"b", "secret"}}), "{{b}}");
}

TEST(MustacheRenderer, ErrorsTellThePlaceInTheFile) {
  PromptyAgent agent = agent_with("one\n  {{#open}}x");
  agent.origin = Origin{.file = "chat.prompty", .body_line = 4};
  EXPECT_THAT(error_of(agent), StartsWith("Template syntax error: the section 'open' is not closed"));
  EXPECT_THAT(error_of(agent), HasSubstr("chat.prompty, line 5, column 3"));
}

TEST(MustacheRenderer, RefusesWhatIsNoTemplate) {
  EXPECT_THAT(error_of(agent_with("{{a")), HasSubstr("not closed"));
  EXPECT_THAT(error_of(agent_with("{{{a}}")), HasSubstr("not closed"));
  EXPECT_THAT(error_of(agent_with("{{/a}}")), HasSubstr("not open"));
  EXPECT_THAT(error_of(agent_with("{{#a}}{{#b}}{{/a}}{{/b}}")), HasSubstr("'b' is not closed"));
  EXPECT_THAT(error_of(agent_with("{{> file}}")), HasSubstr("partial"));
  EXPECT_THAT(error_of(agent_with("{{=<% %>=}}")), HasSubstr("delimiters"));
}

TEST(MustacheRenderer, TheSettingUndefinedDecidesAboutMissingVariables) {
  PromptyAgent agent = agent_with("{{a}}{{#s}}{{s}}{{/s}}");
  agent.prompt_template.format.settings["undefined"] = "error";
  EXPECT_THAT(error_of(agent), StartsWith("Undefined template variable: a"));
  EXPECT_EQ(MustacheRenderer().render(agent, {{"a", 1}}), "1");
}

TEST(MustacheRenderer, HostileTemplatesEnd) {
  EXPECT_THAT(error_of(agent_with(repeated("{{#a}}", 50'000))), HasSubstr("nested more than"));
  EXPECT_THAT(error_of(agent_with(std::string(2'000'000, ' '))), HasSubstr("more than"));
  Json const ten = {{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}};
  EXPECT_THAT(error_of(agent_with(repeated("{{#a}}", 60) + repeated("{{/a}}", 60)), ten),
              testing::AnyOf(HasSubstr("steps"), HasSubstr("larger than")));
  Json many = {{"a", Json::array()}};
  for (int count = 0; count < 10'000; ++count) many["a"].push_back(1);
  EXPECT_THAT(error_of(agent_with("{{#a}}" + std::string(400'000, 'x') + "{{/a}}"), many), HasSubstr("larger than"));
}

}  // namespace
}  // namespace mustache_renderer_test
}  // namespace prompty
