#include "prompty/wire/anthropic/tool.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_anthropic_tool_test {
namespace {

std::string wire(std::vector<Tool> const& tools) {
  return json_text::dump(anthropic::tools_to_wire(tools));
}

TEST(AnthropicTools, AreFlat) {
  EXPECT_EQ(wire({{.name = "t",
                   .description = "D",
                   .details = FunctionTool{.parameters = {{.name = "city", .required = true}}}}}),
            R"([{"name":"t","description":"D","input_schema":{"type":"object","properties":{"city":{"type":"string"}},)"
            R"("required":["city"]}}])");
}

TEST(AnthropicTools, LeaveOutDescriptionStrictnessAndBoundParameters) {
  EXPECT_EQ(wire({{.name = "t",
                   .bindings = Json{{"unit", "C"}},
                   .details = FunctionTool{.parameters = {{.name = "unit", .required = true}, {.name = "city"}},
                                           .strict = true}}}),
            R"([{"name":"t","input_schema":{"type":"object","properties":{"city":{"type":"string"}}}}])");
}

TEST(AnthropicTools, AreFunctionsOnly) {
  EXPECT_EQ(wire({}), "[]");
  EXPECT_EQ(wire({{.name = "m", .details = McpTool{}},
                  {.name = "f", .details = FunctionTool{}},
                  {.name = "c", .details = CustomTool{.kind = "lamp"}}}),
            R"([{"name":"f","input_schema":{"type":"object","properties":{}}}])");
}

}  // namespace
}  // namespace prompty::wire_anthropic_tool_test
