#include "cli/tool_choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/errors.hpp"

namespace prompty::tool_choices_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

PromptyAgent agent() {
  PromptyAgent agent;
  agent.tools = {Tool{.name = "get_weather", .details = FunctionTool{}},
                 Tool{.name = "get_time", .details = FunctionTool{}}, Tool{.name = "sub", .details = PromptyTool{}}};
  return agent;
}

std::vector<std::string> names(std::vector<std::string> commands) {
  std::vector<std::string> names;
  for (auto const& [name, handler] : cli::chosen_handlers(agent(), {.commands = std::move(commands)}, {})) {
    names.push_back(name);
  }
  return names;
}

std::string refusal(std::vector<std::string> commands) {
  try {
    static_cast<void>(names(std::move(commands)));
  } catch (cli::UsageError const& error) {
    return error.message;
  }
  return "";
}

TEST(ToolChoices, GiveHandlersToDeclaredToolsOfAnyKind) {
  EXPECT_THAT(names({"get_weather=python3 weather.py", "sub=cat"}), ElementsAre("get_weather", "sub"));
  EXPECT_THAT(names({}), IsEmpty());
}

TEST(ToolChoices, RunTheCommandByTheRulesOfAShell) {
  std::map<std::string, ToolHandler> const handlers =
      cli::chosen_handlers(agent(), {.commands = {"get_weather=printf '%s and %s' 72°F \"a = b\""}}, {});
  EXPECT_EQ(std::get<Json>(handlers.at("get_weather").call(Json::object())), "72°F and a = b");
}

TEST(ToolChoices, AreRefusedWithAReason) {
  EXPECT_EQ(refusal({"get_weather"}), "--tool get_weather: write name='command'");
  EXPECT_EQ(refusal({"=cat"}), "--tool =cat: write name='command'");
  EXPECT_EQ(refusal({"get_weather="}), "--tool get_weather=: name a command");
  EXPECT_EQ(refusal({"get_weather=''"}), "--tool get_weather='': name a command");
  EXPECT_EQ(refusal({"get_weather='cat"}), "--tool get_weather='cat: a quote is not closed");
  EXPECT_EQ(refusal({"get_weather=cat", "get_weather=cat"}), "--tool get_weather: it is given twice");
  EXPECT_EQ(refusal({"get_wether=cat"}),
            "--tool get_wether: the prompt file declares no such tool but get_weather, get_time, sub");
}

TEST(ToolChoices, NeedTools) {
  try {
    static_cast<void>(cli::chosen_handlers(PromptyAgent{}, {.commands = {"a=cat"}}, {}));
    FAIL();
  } catch (cli::UsageError const& error) {
    EXPECT_EQ(error.message, "--tool a: the prompt file declares no tools");
  }
}

TEST(ToolChoices, TellWhichFunctionsNothingCarriesOut) {
  EXPECT_THAT(cli::unhandled_tools(agent(), {}), ElementsAre("get_weather", "get_time"));
  EXPECT_THAT(cli::unhandled_tools(agent(), {{"get_time", ToolHandler{}}}), ElementsAre("get_weather"));
}

}  // namespace
}  // namespace prompty::tool_choices_test
