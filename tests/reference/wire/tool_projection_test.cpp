#include "prompty/wire/tool_projection.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::tool_projection_test {
namespace {

Property required(char const* name) {
  return {.name = name, .kind = "string", .required = true};
}

Tool function_tool(FunctionTool details, Json bindings = Json::object()) {
  return {.name = "t", .description = "d", .bindings = std::move(bindings), .details = std::move(details)};
}

Tool server(std::vector<std::string> allowed) {
  Json const schema = Json::parse(R"({"type":"object","properties":{"key":{"type":"string"}},"required":["key"]})");
  Tool tool{.name = "s", .details = McpTool{.allowed_tools = std::move(allowed)}};
  tool.offered = std::vector<ToolDefinition>{
      {.name = "a", .parameters = schema}, {.name = "b", .parameters = schema}, {.name = "c", .parameters = schema}};
  return tool;
}

std::vector<std::string> names(std::vector<Tool> const& tools) {
  std::vector<std::string> names;
  for (Json const& wire : wire::tools_to_wire(tools)) names.push_back(wire["function"]["name"].get<std::string>());
  return names;
}

std::string definitions(std::vector<Tool> const& tools) {
  return json_text::dump(wire::tools_to_wire(tools));
}

TEST(ToolProjection, GivesNameDescriptionAndParameters) {
  EXPECT_EQ(definitions({function_tool({.parameters = {required("city")}})}),
            R"([{"type":"function","function":{"name":"t","description":"d","parameters":{"type":"object",)"
            R"("properties":{"city":{"type":"string"}},"required":["city"]}}}])");
}

TEST(ToolProjection, LeavesOutADescriptionThatIsNotThere) {
  EXPECT_EQ(definitions({{.name = "t", .details = FunctionTool{}},
                         {.name = "u", .description = "", .details = FunctionTool{}}}),
            R"([{"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{}}}},)"
            R"({"type":"function","function":{"name":"u","parameters":{"type":"object","properties":{}}}}])");
}

TEST(ToolProjection, PutsStrictOnTheFunctionAndClosesTheSchema) {
  EXPECT_EQ(definitions({function_tool({.strict = true})}),
            R"([{"type":"function","function":{"name":"t","description":"d","parameters":{"type":"object",)"
            R"("properties":{},"additionalProperties":false},"strict":true}}])");
  EXPECT_EQ(definitions({function_tool({.strict = false})}), definitions({function_tool({})}));
}

TEST(ToolProjection, StripsBoundParameters) {
  std::vector<Tool> const tools = {
      function_tool({.parameters = {required("city"), required("unit"), {.name = "key", .kind = "string"}}},
                    Json{{"unit", "C"}, {"key", "s3cret"}, {"absent", 1}})};
  Json const projected = wire::tools_to_wire(tools);
  EXPECT_EQ(projected[0]["function"]["parameters"],
            Json::parse(R"({"type":"object","properties":{"city":{"type":"string"}},"required":["city"]})"));
  // A-035: stripping works on a copy, so that projecting again gives the same.
  EXPECT_EQ(wire::tools_to_wire(tools), projected);
}

TEST(ToolProjection, DropsRequiredWhenEveryRequiredParameterIsBound) {
  EXPECT_EQ(wire::tools_to_wire(
                {function_tool({.parameters = {required("unit")}}, Json{{"unit", "C"}})})[0]["function"]["parameters"],
            Json::parse(R"({"type":"object","properties":{}})"));
}

TEST(ToolProjection, IsNullWithoutTools) {
  EXPECT_EQ(definitions({}), "null");
}

TEST(ToolProjection, IsNullWhenNothingIsOffered) {
  EXPECT_EQ(definitions({{.name = "s", .details = McpTool{}, .offered = std::vector<ToolDefinition>{}}}), "null");
  EXPECT_EQ(definitions({server({"none"})}), "null");
}

TEST(ToolProjection, OffersWhatAServerOffersAndTheToolAllows) {
  EXPECT_EQ(names({server({})}), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(names({server({"c", "a"})}), (std::vector<std::string>{"a", "c"}));
}

TEST(ToolProjection, StripsEveryDefinitionOfATool) {
  Tool tool = server({});
  tool.bindings = Json{{"key", 1}};
  for (Json const& wire : wire::tools_to_wire({tool})) {
    EXPECT_EQ(wire["function"]["parameters"], Json::parse(R"({"type":"object","properties":{}})"));
  }
}

TEST(ToolProjection, LeavesASchemaOfAnotherShapeAlone) {
  Json const odd = Json::parse(R"({"type":"object","required":[]})");
  Tool tool{.name = "s", .bindings = Json{{"key", 1}}, .details = OpenApiTool{}};
  tool.offered = std::vector<ToolDefinition>{{.name = "a", .parameters = odd}};
  EXPECT_EQ(wire::tools_to_wire({tool})[0]["function"]["parameters"], odd);
}

TEST(ToolProjection, RefusesTwoFunctionsOfOneName) {
  std::string const message = raised<ValueError>([] {
    static_cast<void>(wire::tools_to_wire({{.name = "a", .details = FunctionTool{}}, server({})}));
  });
  EXPECT_EQ(message.find("Tool 's': a function 'a' is already offered"), 0U) << message;
}

TEST(ToolProjection, RefusesKindsThatItCannotOffer) {
  std::string const message = raised<NotImplementedError>(
      [] { static_cast<void>(wire::tools_to_wire({{.name = "search", .details = McpTool{}}})); });
  EXPECT_EQ(message.find("Tool 'search': tools of kind 'mcp'"), 0U) << message;
}

}  // namespace
}  // namespace prompty::tool_projection_test
