#include "prompty/render/jinja_renderer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty {
namespace jinja_renderer_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

PromptyAgent agent_with(std::string instructions) {
  PromptyAgent agent;
  agent.instructions = std::move(instructions);
  return agent;
}

TEST(JinjaRenderer, FillsTheInstructions) {
  EXPECT_EQ(JinjaRenderer().render(agent_with("Hello {{ name }}, <b>{{ name|length }}</b>"), {{"name", "<Ann>"}}),
            "Hello <Ann>, <b>5</b>");
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

TEST(JinjaRenderer, TheSettingUndefinedDecidesAboutMissingVariables) {
  PromptyAgent agent = agent_with("[{{ missing }}]");
  JinjaRenderer const renderer;
  EXPECT_EQ(renderer.render(agent, Json::object()), "[]");
  agent.prompt_template.format.settings["undefined"] = "empty";
  EXPECT_EQ(renderer.render(agent, Json::object()), "[]");
  agent.prompt_template.format.settings["undefined"] = "error";
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(renderer.render(agent, Json::object())); }),
              StartsWith("Undefined template variable: missing"));
  agent.prompt_template.format.settings["undefined"] = "loud";
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(renderer.render(agent, Json::object())); }),
              HasSubstr("template.format.undefined must be empty or error"));
}

TEST(JinjaRenderer, RendersOnAnotherThread) {
  JinjaRenderer const renderer;
  EXPECT_EQ(renderer.render_async(agent_with("{{ x }}"), {{"x", 5}}).get(), "5");
}

}  // namespace
}  // namespace jinja_renderer_test
}  // namespace prompty
