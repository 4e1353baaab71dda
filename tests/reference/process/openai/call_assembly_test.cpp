#include "prompty/process/openai/call_assembly.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::call_assembly_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Each text is the `tool_calls` of one delta.
std::vector<ToolCall> assembled(std::vector<char const*> const& deltas) {
  processing::CallAssembly assembly;
  for (char const* const fragments : deltas) assembly.add(Json::parse(fragments));
  return assembly.calls();
}

std::string problem(char const* fragments) {
  return raised<ValueError>([&] { static_cast<void>(assembled({fragments})); });
}

TEST(CallAssemblies, HaveNoCallsFromNothing) {
  EXPECT_THAT(assembled({"null", "[]"}), IsEmpty());
}

TEST(CallAssemblies, JoinTheFragmentsOfEachIndex) {
  EXPECT_THAT(assembled({R"([{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}])",
                         R"([{"index":1,"id":"b","function":{"name":"g","arguments":""}}])",
                         R"([{"index":0,"id":null,"function":{"name":null,"arguments":": 1}"}},)"
                         R"({"index":1,"function":{"arguments":"[]"}}])"}),
              ElementsAre(ToolCall{.id = "a", .name = "f", .arguments = "{\"x\": 1}"},
                          ToolCall{.id = "b", .name = "g", .arguments = "[]"}));
}

TEST(CallAssemblies, KeepTheFirstIdAndName) {
  EXPECT_THAT(assembled({R"([{"index":0,"id":"a","function":{"name":"f"}}])",
                         R"([{"index":0,"id":"b","function":{"name":"g","arguments":null}}])"}),
              ElementsAre(ToolCall{.id = "a", .name = "f", .arguments = ""}));
}

TEST(CallAssemblies, TakeIdAndNameThatComeLate) {
  RecordProperty("decision", "A-112");
  EXPECT_THAT(assembled({R"([{"index":0,"id":"","function":null}])", R"([{"index":0,"id":"a"}])",
                         R"([{"index":0,"function":{"name":"f","arguments":"{}"}}])"}),
              ElementsAre(ToolCall{.id = "a", .name = "f", .arguments = "{}"}));
}

TEST(CallAssemblies, TakeThePlaceInTheListForAMissingIndex) {
  RecordProperty("decision", "A-112");
  EXPECT_THAT(assembled({R"([{"id":"a","function":{"name":"f"}},{"index":null,"id":"b","function":{"name":"g"}}])"}),
              ElementsAre(ToolCall{.id = "a", .name = "f", .arguments = ""},
                          ToolCall{.id = "b", .name = "g", .arguments = ""}));
}

TEST(CallAssemblies, RefuseFragmentsOfAnotherShape) {
  EXPECT_EQ(problem("{}"), "Unexpected response format: /choices/0/delta/tool_calls must be a list, not a mapping");
  EXPECT_EQ(problem("[1]"),
            "Unexpected response format: /choices/0/delta/tool_calls/0 must be a fragment of a tool call, not the "
            "number 1");
  EXPECT_EQ(problem(R"([{},{"index":"1"}])"),
            "Unexpected response format: /choices/0/delta/tool_calls/1/index must be an integer, not the string \"1\"");
  EXPECT_EQ(problem(R"([{"id":7}])"),
            "Unexpected response format: /choices/0/delta/tool_calls/0/id must be a string, not the number 7");
  EXPECT_EQ(problem(R"([{"function":"f"}])"),
            "Unexpected response format: /choices/0/delta/tool_calls/0/function must be a function call, not the "
            "string \"f\"");
  EXPECT_EQ(problem(R"([{"function":{"arguments":{}}}])"),
            "Unexpected response format: /choices/0/delta/tool_calls/0/function/arguments must be a string, not a "
            "mapping");
}

}  // namespace
}  // namespace prompty::call_assembly_test
