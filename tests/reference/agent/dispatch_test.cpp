#include "prompty/agent/dispatch.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/core/error.hpp"

namespace prompty {
namespace {

using testing::HasSubstr;

class Dispatch : public testing::Test {
 protected:
  void register_tool(std::string const& name, Json const& result) {
    tools_.names.add(name, std::make_shared<ToolHandler>(ToolHandler{.call = [this, result](Json const& arguments) {
                       name_calls_.push_back(arguments);
                       return result;
                     }}));
  }

  void register_kind(std::string const& kind, Json const& result) {
    tools_.kinds.add(kind, std::make_shared<KindHandler>([this, result](Tool const& tool, Json const& arguments,
                                                                        PromptyAgent const& agent, Json const& inputs,
                                                                        CallSetting const& setting) {
                       kind_calls_.push_back(Json{{"tool", tool.name},
                                                  {"arguments", arguments},
                                                  {"agent", agent.name.value_or("")},
                                                  {"inputs", inputs},
                                                  {"function", setting.function}});
                       return result;
                     }));
  }

  [[nodiscard]] Dispatched carry_out(Tool const& tool, Json const& arguments, std::string const& function = "") const {
    return dispatch(tool, arguments, {.name = "caller"}, Json{{"who", "Ada"}}, {.function = function}, tools_,
                    Profile::as_written);
  }

  ToolRegistry tools_;
  std::vector<Json> name_calls_;
  std::vector<Json> kind_calls_;
};

TEST_F(Dispatch, HandsAHandlerOfThatNameTheArgumentsAndNothingElse) {
  register_tool("add", 3);
  register_kind("function", "other");

  EXPECT_EQ(carry_out({.name = "add"}, Json{{"a", 1}, {"b", 2}}),
            (Dispatched{.result = 3, .served_by = ServedBy::name, .received = Json{{"a", 1}, {"b", 2}}}));
  EXPECT_EQ(name_calls_, (std::vector<Json>{Json{{"a", 1}, {"b", 2}}}));
  EXPECT_TRUE(kind_calls_.empty());
}

TEST_F(Dispatch, HandsAHandlerOfTheKindToolArgumentsAgentAndInputs) {
  register_kind("mcp", "found");

  Dispatched const done =
      carry_out({.name = "files", .bindings = Json{{"root", "/"}}, .details = McpTool{}}, Json{{"q", "x"}}, "search");

  EXPECT_EQ(done.served_by, ServedBy::kind);
  EXPECT_EQ(done.result, Json("found"));
  EXPECT_EQ(kind_calls_, (std::vector<Json>{Json{{"tool", "files"},
                                                 {"arguments", Json{{"q", "x"}, {"root", "/"}}},
                                                 {"agent", "caller"},
                                                 {"inputs", Json{{"who", "Ada"}}},
                                                 {"function", "search"}}}));
}

TEST_F(Dispatch, LooksForTheNameOfTheCalledFunctionRatherThanOfTheTool) {
  register_tool("files", "tool");
  register_tool("search", "function");

  EXPECT_EQ(carry_out({.name = "files", .details = McpTool{}}, Json::object(), "search").result, Json("function"));
}

TEST_F(Dispatch, PrefersTheExactKindOfACustomToolToTheWildcard) {
  register_kind("*", "wild");
  EXPECT_EQ(carry_out({.name = "t", .details = CustomTool{.kind = "acme"}}, Json::object()).result, Json("wild"));

  register_kind("acme", "exact");
  EXPECT_EQ(carry_out({.name = "t", .details = CustomTool{.kind = "acme"}}, Json::object()).result, Json("exact"));
}

TEST_F(Dispatch, DoesNotServeAListedKindByTheWildcard) {
  register_kind("*", "wild");

  EXPECT_THROW(static_cast<void>(carry_out({.name = "t", .details = McpTool{}}, Json::object())), ValueError);
}

TEST_F(Dispatch, NamesFunctionAndKindWhenNobodyCanServeTheCall) {
  try {
    static_cast<void>(carry_out({.name = "files", .details = McpTool{}}, Json::object(), "search"));
    FAIL() << "nothing was thrown";
  } catch (ValueError const& error) {
    EXPECT_STREQ(error.what(), "No handler registered for tool: search (kind: mcp)");
    EXPECT_EQ(error.clause(), "P11.2-19");
  }
}

TEST_F(Dispatch, RefusesArgumentsThatAreNoObjectBeforeAnyHandlerSeesThem) {
  register_tool("add", 3);

  EXPECT_THROW(static_cast<void>(carry_out({.name = "add"}, Json::array({1}))), ValueError);
  EXPECT_TRUE(name_calls_.empty());
}

TEST_F(Dispatch, LetsHandlersRegisterAndClearWhileTheyRun) {
  tools_.names.add("once", std::make_shared<ToolHandler>(ToolHandler{.call = [this](Json const&) {
                     tools_.names.clear();
                     register_tool("next", 2);
                     return Json(1);
                   }}));

  EXPECT_EQ(carry_out({.name = "once"}, Json::object()).result, Json(1));
  EXPECT_EQ(carry_out({.name = "next"}, Json::object()).result, Json(2));
  EXPECT_THROW(static_cast<void>(carry_out({.name = "once"}, Json::object())), ValueError);
}

TEST(ToolFor, FindsTheToolThatOffersTheFunction) {
  PromptyAgent const agent{
      .tools = {{.name = "search"},
                {.name = "files", .details = McpTool{}, .offered = std::vector<ToolDefinition>{{.name = "read"}}}}};

  EXPECT_EQ(tool_for(agent, "read"), &agent.tools[1]);
  EXPECT_EQ(tool_for(agent, "search"), &agent.tools[0]);
  EXPECT_EQ(tool_for(agent, "files"), &agent.tools[1]);
  EXPECT_EQ(tool_for(agent, "write"), nullptr);
}

TEST(ToolFor, LeavesOutWhatAnMcpToolDoesNotAllow) {
  PromptyAgent const agent{.tools = {{.name = "files",
                                      .details = McpTool{.allowed_tools = {"read"}},
                                      .offered = std::vector<ToolDefinition>{{.name = "read"}, {.name = "remove"}}}}};

  EXPECT_EQ(tool_for(agent, "read"), &agent.tools[0]);
  EXPECT_EQ(tool_for(agent, "remove"), nullptr);
}

TEST(ParsedArguments, AreTheJsonOfTheText) {
  EXPECT_EQ(parsed_arguments("f", R"({"a": 1})"), (Json{{"a", 1}}));
  EXPECT_EQ(parsed_arguments("f", " \n"), Json::object());
}

TEST(ParsedArguments, SayWhoseTextIsNoJson) {
  EXPECT_THAT([] { static_cast<void>(parsed_arguments("f", "{a}")); },
              testing::ThrowsMessage<ValueError>(HasSubstr("The arguments of a call of 'f' are not JSON")));
}

}  // namespace
}  // namespace prompty
