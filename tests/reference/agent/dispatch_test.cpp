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

  [[nodiscard]] Dispatched carry_out(Tool const& tool, Json const& arguments, std::string const& function = "") const {
    return dispatch(tool, arguments, {.name = "caller"}, Json{{"who", "Ada"}}, {.function = function}, tools_,
                    Profile::as_written);
  }

  ToolRegistry tools_;
  std::vector<Json> name_calls_;
};

TEST_F(Dispatch, NamesFunctionAndKindOfACallWithoutHandler) {
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

  EXPECT_EQ(carry_out({.name = "once"}, Json::object()).result, HandlerResult(Json(1)));
  EXPECT_EQ(carry_out({.name = "next"}, Json::object()).result, HandlerResult(Json(2)));
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

TEST(ParsedArguments, SayWhoseTextIsNoJson) {
  EXPECT_THAT([] { static_cast<void>(parsed_arguments("f", "{a}")); },
              testing::ThrowsMessage<ValueError>(HasSubstr("The arguments of a call of 'f' are not JSON")));
}

Tool bound_to(Json const& value) {
  return {.name = "orders", .bindings = Json{{"user_id", value}}};
}

TEST(Bindings, WithMoreThanTheNameOfAnInputAreValues) {
  Json const value{{"input", "who"}, {"unit", "C"}};
  EXPECT_EQ(with_bindings(Json::object(), bound_to(value), Json{{"who", "Ada"}}, Profile::live),
            (Json{{"user_id", value}}));
}

TEST(Bindings, ToAnInputWithoutValueAreNotLeftToTheModel) {
  EXPECT_THROW(static_cast<void>(with_bindings(Json{{"user_id", "evil"}}, bound_to(Json{{"input", "who"}}),
                                               Json::object(), Profile::live)),
               ValueError);
}

TEST(Bindings, NameInputsSinceAugust) {
  RecordProperty("clause", "P2.9.1-08");
  Json const inputs{{"who", "Ada"}, {"nobody", nullptr}};
  auto const bound = [&](Json const& value) {
    return with_bindings(Json{{"user_id", "evil"}}, bound_to(value), inputs, Profile::as_written, Edition::august_2026);
  };
  EXPECT_EQ(bound(Json{{"input", "who"}}), (Json{{"user_id", "Ada"}}));
  EXPECT_EQ(bound("who"), (Json{{"user_id", "Ada"}})) << "P4.12-05";
  EXPECT_EQ(bound("nobody"), (Json{{"user_id", nullptr}})) << "P2.9.1-09";
  EXPECT_EQ(bound(Json{{"input", "none"}}), (Json{{"user_id", "evil"}})) << "P2.9.1-10";
  EXPECT_EQ(bound(7), (Json{{"user_id", 7}})) << "A-513";
}

}  // namespace
}  // namespace prompty
