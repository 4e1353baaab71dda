#include "prompty/pipeline/kind_handlers.hpp"

#include <gmock/gmock.h>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/custom_tools.hpp"
#include "prompty/pipeline/registries.hpp"
#include "reference/support/raised.hpp"

namespace prompty::kind_handlers_test {
namespace {

using testing::HasSubstr;

class KindHandlers : public testing::Test {
 protected:
  [[nodiscard]] Json call(std::string const& kind, Tool const& tool, std::string const& function = "") const {
    return (*get_tool_handler(kind, *runtime_))(tool, Json{{"a", 1}}, {}, Json::object(), {.function = function});
  }

  std::unique_ptr<Runtime> runtime_ = make_runtime();
};

TEST_F(KindHandlers, OfFunctionsCallWhatIsRegisteredUnderTheName) {
  register_tool("add", {.call = [](Json const& arguments) { return arguments; }}, *runtime_);

  EXPECT_EQ(call("function", {.name = "add"}), (Json{{"a", 1}}));
  EXPECT_EQ(call("function", {.name = "other"}, "add"), (Json{{"a", 1}}));
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(call("function", {.name = "sub"})); }),
              HasSubstr("No callable registered for function tool: sub"));
}

TEST_F(KindHandlers, OfCustomToolsExecuteWhatTheUserProvided) {
  Tool const tool{.name = "t", .details = CustomTool{.kind = "acme"}};
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(call("*", tool)); }),
            "No handler registered for tool: t (kind: acme)");

  register_tool("t", {.call = [](Json const&) { return Json("done"); }}, *runtime_);
  EXPECT_EQ(call("*", tool), Json("done"));
}

TEST_F(KindHandlers, ComeBackWithoutTouchingNames) {
  register_tool("t", {.call = [](Json const&) { return Json("done"); }}, *runtime_);
  clear_tool_handlers(*runtime_);
  register_builtins(*runtime_);

  for (char const* const kind : {"function", "prompty", "mcp", "openapi", "*"}) {
    EXPECT_NE(get_tool_handler(kind, *runtime_), nullptr) << kind;
  }
  EXPECT_NE(get_tool("t", *runtime_), nullptr);
}

TEST_F(KindHandlers, AskForParametersOfCustomToolsByNameAndThenByKind) {
  PromptyAgent const agent{.tools = {{.name = "t", .description = "D", .details = CustomTool{.kind = "acme"}}}};
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(with_custom_tools(agent, *runtime_->tools)); }),
              HasSubstr("Tool 't': nobody knows its parameters"));

  runtime_->tools->discoveries.add("acme", std::make_shared<ToolDiscovery>([](Tool const&, PromptyAgent const&) {
                                     return std::vector<ToolDefinition>{{.name = "one"}, {.name = "two"}};
                                   }));
  EXPECT_EQ(with_custom_tools(agent, *runtime_->tools).tools[0].offered->size(), 2U);

  Json const schema{{"type", "object"}};
  register_tool("t", {.call = [](Json const&) { return Json(); }, .parameters = schema}, *runtime_);
  EXPECT_EQ(with_custom_tools(agent, *runtime_->tools).tools[0].offered,
            (std::vector<ToolDefinition>{{.name = "t", .description = "D", .parameters = schema}}));
}

}  // namespace
}  // namespace prompty::kind_handlers_test
