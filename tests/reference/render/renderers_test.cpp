#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/inputs/inputs.hpp"
#include "prompty/render/renderers.hpp"
#include "reference/support/raised.hpp"

namespace prompty::renderers_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refused(std::vector<Property> inputs, Json const& given) {
  PromptyAgent const agent{.inputs = std::move(inputs)};
  return raised<ValueError>([&] { static_cast<void>(validate_inputs(agent, given)); });
}

TEST(Inputs, AreNamedWhenSeveralAreMissing) {
  EXPECT_EQ(
      refused({{.name = "a", .required = true, .example = Json("x")}, {.name = "b"}, {.name = "c", .required = true}},
              Json{{"b", 1}})
          .find("Missing required input: a (and also c);"),
      0U);
}

TEST(Inputs, AreAMapping) {
  EXPECT_EQ(refused({}, Json::array()).find("inputs must be a mapping of input names to values, not a list"), 0U);
}

PromptyAgent agent_with(std::string instructions) {
  PromptyAgent agent;
  agent.instructions = std::move(instructions);
  return agent;
}

TEST(JinjaRenderer, ErrorsTellThePlaceInTheFile) {
  PromptyAgent agent = agent_with("Hello\n{{ 1 / 0 }}");
  agent.origin = Origin{.file = "chat.prompty", .body_line = 7, .body_column = 1};
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(JinjaRenderer().render(agent, Json::object())); }),
              HasSubstr("chat.prompty, line 8, column 4"));
}

TEST(JinjaRenderer, OneTemplateInTwoFilesTellsTheRightOne) {
  JinjaRenderer const renderer;
  for (std::string const file : {"a.prompty", "b.prompty"}) {
    PromptyAgent agent = agent_with("{{ 1 / 0 }}");
    agent.origin = Origin{.file = file};
    EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(renderer.render(agent, Json::object())); }),
                HasSubstr(file));
  }
}

TEST(JinjaRenderer, SyntaxErrorsTellThePlaceInTheFile) {
  PromptyAgent agent = agent_with("one\n  {{ 1 + }}");
  agent.origin = Origin{.file = "chat.prompty", .body_line = 4};
  JinjaRenderer const renderer;
  std::string const error = raised<ValueError>([&] { static_cast<void>(renderer.render(agent, Json::object())); });
  EXPECT_THAT(error, StartsWith("Template syntax error: expected an expression"));
  EXPECT_THAT(error, HasSubstr("(chat.prompty, line 5, column 10)"));
}

TEST(JinjaRenderer, RefusesAnUnknownSettingOfUndefined) {
  PromptyAgent agent = agent_with("[{{ missing }}]");
  JinjaRenderer const renderer;
  agent.prompt_template.format.settings["undefined"] = "loud";
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(renderer.render(agent, Json::object())); }),
              HasSubstr("template.format.undefined must be empty or error"));
}

PromptyAgent mustache(std::string instructions) {
  PromptyAgent agent = agent_with(std::move(instructions));
  agent.prompt_template.format.kind = "mustache";
  return agent;
}

std::string error_of(PromptyAgent const& agent, Json const& inputs = Json::object()) {
  return raised<ValueError>([&] { static_cast<void>(MustacheRenderer().render(agent, inputs)); });
}

std::string repeated(std::string const& part, std::size_t times) {
  std::string result;
  for (; times > 0; --times) result += part;
  return result;
}

TEST(MustacheRenderer, PrintsPathsAndWhatStandsBehindAnAmpersand) {
  EXPECT_EQ(MustacheRenderer().render(mustache("{{&a}} {{b.c}}"), {{"a", "<&'\">"}, {"b", {{"c", "d"}}}}), "<&'\"> d");
}

TEST(MustacheRenderer, ErrorsTellThePlaceInTheFile) {
  PromptyAgent agent = mustache("one\n  {{#open}}x");
  agent.origin = Origin{.file = "chat.prompty", .body_line = 4};
  EXPECT_THAT(error_of(agent), StartsWith("Template syntax error: the section 'open' is not closed"));
  EXPECT_THAT(error_of(agent), HasSubstr("chat.prompty, line 5, column 3"));
}

TEST(MustacheRenderer, RefusesWhatIsNoTemplate) {
  EXPECT_THAT(error_of(mustache("{{a")), HasSubstr("not closed"));
  EXPECT_THAT(error_of(mustache("{{{a}}")), HasSubstr("not closed"));
  EXPECT_THAT(error_of(mustache("{{/a}}")), HasSubstr("not open"));
  EXPECT_THAT(error_of(mustache("{{#a}}{{#b}}{{/a}}{{/b}}")), HasSubstr("'b' is not closed"));
  EXPECT_THAT(error_of(mustache("{{> file}}")), HasSubstr("partial"));
  EXPECT_THAT(error_of(mustache("{{=<% %>=}}")), HasSubstr("delimiters"));
}

TEST(MustacheRenderer, HostileTemplatesEnd) {
  EXPECT_THAT(error_of(mustache(repeated("{{#a}}", 50'000))), HasSubstr("nested more than"));
  EXPECT_THAT(error_of(mustache(std::string(2'000'000, ' '))), HasSubstr("more than"));
  Json const ten = {{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}};
  EXPECT_THAT(error_of(mustache(repeated("{{#a}}", 60) + repeated("{{/a}}", 60)), ten),
              testing::AnyOf(HasSubstr("steps"), HasSubstr("larger than")));
  Json many = {{"a", Json::array()}};
  for (int count = 0; count < 10'000; ++count) many["a"].push_back(1);
  EXPECT_THAT(error_of(mustache("{{#a}}" + std::string(400'000, 'x') + "{{/a}}"), many), HasSubstr("larger than"));
}

}  // namespace
}  // namespace prompty::renderers_test
