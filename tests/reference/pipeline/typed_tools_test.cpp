#include "prompty/pipeline/typed_tools.hpp"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/wire/requests.hpp"
#include "reference/support/raised.hpp"

namespace typed_tools_test {

using prompty::bind_tools;
using prompty::ImagePart;
using prompty::Json;
using prompty::PromptyAgent;
using prompty::Property;
using prompty::TextPart;
using prompty::Tool;
using prompty::ToolResult;
using prompty::typed_tool;
using prompty::TypedTool;
using prompty::ValueError;
using testing::ElementsAre;
using testing::IsEmpty;

struct Query {
  std::string city;
  int days = 1;

  friend void describe(prompty::Fields<Query>& query) {
    query.field("city", &Query::city, "The city to look up").optional("days", &Query::days);
  }
};

struct Report {
  std::string sky;
};
void to_json(nlohmann::json& json, Report const& report) {
  json = nlohmann::json{{"sky", report.sky}};
}

std::string name_of(Query const& query) {
  return query.city + " " + std::to_string(query.days);
}

namespace {

Json called(TypedTool const& tool, Json const& arguments) {
  return std::get<Json>(tool.handler.call(arguments));
}

PromptyAgent agent_with(std::vector<Tool> tools) {
  PromptyAgent agent;
  agent.tools = std::move(tools);
  return agent;
}

Tool declared(std::string name) {
  return {.name = std::move(name),
          .details = prompty::FunctionTool{.parameters = {{.name = "city", .kind = "string", .required = true},
                                                          {.name = "days", .kind = "integer"}}}};
}

/// What bind_tools warns of.
std::vector<std::string> warnings(PromptyAgent const& agent, std::vector<TypedTool> const& tools) {
  std::vector<std::string> warnings;
  static_cast<void>(bind_tools(agent, tools, [&](std::string const& warning) { warnings.push_back(warning); }));
  return warnings;
}

TEST(TypedTool, IsDefinedAsAFileWouldDeclareIt) {
  RecordProperty("clause", "P11.5-01");
  TypedTool const tool = typed_tool("name", "Gives its name", name_of);
  EXPECT_EQ(
      tool.definition,
      (Tool{.name = "name",
            .description = "Gives its name",
            .details = prompty::FunctionTool{
                .parameters = {
                    Property{.name = "city", .kind = "string", .description = "The city to look up", .required = true},
                    Property{.name = "days", .kind = "integer", .required = false}}}}));
  EXPECT_EQ(kind_of(tool.definition), "function");
  EXPECT_EQ(tool.handler.parameters, Json::parse(R"({
    "type": "object",
    "properties": {"city": {"type": "string", "description": "The city to look up"}, "days": {"type": "integer"}},
    "required": ["city"]})"));
}

TEST(TypedTool, HasTheSchemaThatItsDeclarationWouldGet) {
  TypedTool const tool = typed_tool("name", "", name_of);
  std::vector<Property> const parameters = std::get<prompty::FunctionTool>(tool.definition.details).parameters;
  EXPECT_EQ(tool.handler.parameters, prompty::wire::schema_to_wire(parameters));
  EXPECT_EQ(tool.definition.description, std::nullopt);
}

TEST(TypedTool, CallsItsFunctionWithTheArguments) {
  RecordProperty("clause", "P11.5-02");
  EXPECT_EQ(called(typed_tool("t", "", name_of), Json{{"city", "Oslo"}, {"days", 3}}), "Oslo 3");
  EXPECT_EQ(called(typed_tool("t", "", name_of), Json{{"city", "Oslo"}}), "Oslo 1");
  EXPECT_EQ(called(typed_tool("t", "", [] { return 7; }), Json::object()), 7);
  EXPECT_EQ(called(typed_tool("t", "", [](Query query) { return query.days * 0.5; }), Json{{"city", ""}}), 0.5);
  EXPECT_EQ(called(typed_tool("t", "", [](Query const&) { return "text"; }), Json{{"city", ""}}), "text");
  EXPECT_EQ(called(typed_tool("t", "",
                              [] {
                                return Json{{"b", 1}, {"a", 2}};
                              }),
                   Json::object())
                .dump(),
            R"({"b":1,"a":2})");
  EXPECT_EQ(called(typed_tool("t", "", [] { return Report{.sky = "clear"}; }), Json::object()),
            (Json{{"sky", "clear"}}));
}

TEST(TypedTool, RefusesArgumentsThatDoNotFit) {
  RecordProperty("clause", "P11.5-02");
  int calls = 0;
  TypedTool const tool = typed_tool("t", "", [&calls](Query const&) { return ++calls; });
  EXPECT_EQ(raised<ValueError>([&] { called(tool, Json::object()); }), "/city is missing; it is: The city to look up");
  EXPECT_EQ(raised<ValueError>([&] { called(tool, Json{{"city", 3}}); }), "/city must be a string, not the number 3");
  EXPECT_EQ(raised<ValueError>([&] {
              called(tool, Json{{"city", "O"}, {"days", "3"}});
            }),
            R"(/days must be an integer from -2147483648 to 2147483647, not the string "3")");
  EXPECT_EQ(calls, 0);
}

TEST(TypedTools, MayGiveParts) {
  ToolResult const result(std::vector<prompty::ContentPart>{TextPart{"Here:"}, ImagePart{"https://h.example/1.png"}});
  TypedTool const tool = typed_tool("show", "", [result] { return result; });
  EXPECT_EQ(std::get<ToolResult>(tool.handler.call(Json::object())), result);
}

TEST(BindTools, GivesTheHandlersByTheirNames) {
  RecordProperty("clause", "P11.5-08");
  PromptyAgent const agent = agent_with({declared("one"), declared("two")});
  std::map<std::string, prompty::ToolHandler> const handlers =
      bind_tools(agent, {typed_tool("two", "", [](Query const&) { return 2; }), typed_tool("one", "", name_of)});
  ASSERT_EQ(handlers.size(), 2U);
  EXPECT_EQ(std::get<Json>(handlers.at("one").call(Json{{"city", "Oslo"}})), "Oslo 1");
  EXPECT_EQ(std::get<Json>(handlers.at("two").call(Json{{"city", "Oslo"}})), 2);
  // P11.5-07: nothing but the check happened.
  EXPECT_EQ(prompty::get_tool("one"), nullptr);
}

TEST(BindTools, RefusesTwoHandlersOfOneName) {
  RecordProperty("clause", "P11.5-03");
  std::string const message = raised<ValueError>([] {
    static_cast<void>(
        bind_tools(agent_with({declared("one")}), {typed_tool("one", "", name_of), typed_tool("one", "", name_of)}));
  });
  EXPECT_THAT(message, testing::StartsWith("Duplicate tool handler: one"));
}

TEST(BindTools, RefusesAHandlerThatNoFunctionDeclares) {
  RecordProperty("clause", "P11.5-04");
  Tool server{.name = "three", .details = prompty::McpTool{}};
  std::string const message = raised<ValueError>([&] {
    static_cast<void>(
        bind_tools(agent_with({declared("two"), server, declared("one")}), {typed_tool("three", "", name_of)}));
  });
  EXPECT_THAT(message, testing::StartsWith("Tool handler 'three' has no matching declaration in agent.tools. Declared "
                                           "function tools: one, two."));
}

TEST(BindTools, WarnsOfFunctionsWithoutHandler) {
  RecordProperty("clause", "P11.5-05");
  // P11.5-06: the server's tool needs none.
  Tool const server{.name = "server", .details = prompty::McpTool{}};
  EXPECT_THAT(warnings(agent_with({declared("one"), declared("two"), server}), {typed_tool("one", "", name_of)}),
              ElementsAre("Tool 'two' is declared in agent.tools but no handler was provided to bind_tools()"));
  EXPECT_THAT(warnings(agent_with({declared("one")}), {typed_tool("one", "", name_of)}), IsEmpty());
}

TEST(BindTools, WarnsOfParametersThatDiffer) {
  Tool tool = declared("t");
  std::vector<Property>& parameters = std::get<prompty::FunctionTool>(tool.details).parameters;
  parameters[0].required = std::nullopt;
  EXPECT_THAT(warnings(agent_with({tool}), {typed_tool("t", "", name_of)}),
              ElementsAre("Tool 't': its handler needs the parameter 'city', which agent.tools does not declare as "
                          "required"));
  parameters[0] = {.name = "town", .kind = "string", .required = true};
  parameters[1].kind = "string";
  EXPECT_THAT(warnings(agent_with({tool}), {typed_tool("t", "", name_of)}),
              ElementsAre("Tool 't': its handler needs the parameter 'city', which agent.tools does not declare",
                          "Tool 't': the parameter 'days' is declared as string, and its handler takes integer"));
  // A bound value comes with the call.
  tool.bindings = Json{{"city", "Oslo"}, {"days", 2}};
  EXPECT_THAT(warnings(agent_with({tool}), {typed_tool("t", "", name_of)}), IsEmpty());
}

TEST(RegistryOfTypedTools, TakesTheHandlerUnderItsName) {
  RecordProperty("clause", "P11.5-09");
  std::unique_ptr<prompty::Runtime> const runtime = prompty::make_runtime();
  register_tool(typed_tool("named", "", name_of), *runtime);
  ASSERT_NE(prompty::get_tool("named", *runtime), nullptr);
  EXPECT_EQ(std::get<Json>(prompty::get_tool("named", *runtime)->call(Json{{"city", "Oslo"}})), "Oslo 1");
}

}  // namespace
}  // namespace typed_tools_test
