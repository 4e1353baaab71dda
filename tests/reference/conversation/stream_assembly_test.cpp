#include "prompty/conversation/stream_assembly.hpp"

#include <gmock/gmock.h>

namespace prompty::conversation::stream_assembly_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Json chunk(char const* delta, char const* finish_reason = nullptr) {
  Json choice{{"delta", Json::parse(delta)}};
  if (finish_reason != nullptr) choice["finish_reason"] = finish_reason;
  return Json{{"choices", Json::array({choice})}};
}

StreamAssembly assembled(std::vector<char const*> const& deltas) {
  StreamAssembly assembly;
  for (char const* const delta : deltas) static_cast<void>(assembly.add(chunk(delta)));
  return assembly;
}

TEST(StreamAssemblies, HandOnWhatEachChunkAdds) {
  StreamAssembly assembly;
  EXPECT_THAT(assembly.add(chunk(R"({"role":"assistant","content":""})")), IsEmpty());
  EXPECT_THAT(assembly.add(chunk(R"({"reasoning_content":"r","content":"a"})")),
              ElementsAre(Delta{DeltaType::reasoning, "r"}, Delta{DeltaType::text, "a"}));
  EXPECT_THAT(assembly.add(Json::parse(R"({"choices":[],"usage":{}})")), IsEmpty());
  EXPECT_THAT(assembly.add(Json(7)), IsEmpty());
  EXPECT_THAT(assembly.add(chunk("{}", "length")), IsEmpty());
  AssistantTurn const expected{.content = "a", .reasoning = "r", .finish_reason = "length"};
  EXPECT_EQ(assembly.turn(), expected);
}

TEST(StreamAssemblies, JoinTheFragmentsOfACall) {
  StreamAssembly const assembly = assembled(
      {R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{"}}]})",
       R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}},{"index":1,"id":"","function":{"arguments":"}"}}]})"});
  EXPECT_THAT(assembly.turn().tool_calls, ElementsAre(ToolCall{.id = "a", .name = "f", .arguments = ""},
                                                      ToolCall{.id = "b", .name = "g", .arguments = "{}"}));
  EXPECT_THAT(assembly.whole_calls(), ElementsAre(Delta{DeltaType::tool_call, ""}, Delta{DeltaType::tool_call, "{}"}));
}

TEST(StreamAssemblies, TellWholeCallsWithoutAnIndexByTheirPlace) {
  StreamAssembly const assembly = assembled(
      {R"({"tool_calls":[{"function":{"name":"f","arguments":"1"}},{"function":{"name":"g","arguments":"2"}}]})"});
  EXPECT_EQ(assembly.turn().tool_calls.size(), 2U);
}

TEST(StreamAssemblies, JoinThePiecesOfABlock) {
  StreamAssembly const assembly = assembled(
      {R"({"reasoning_details":[{"index":1,"type":"t","text":"a","signature":null}]})",
       R"({"reasoning_details":[{"index":0,"data":"x"},{"index":1,"type":"u","text":"b","signature":"s"},{"text":"c"}]})",
       R"({"reasoning_details":[{"text":"d"},7]})"});
  EXPECT_EQ(assembly.turn().reasoning_details,
            Json::parse(R"([{"index":1,"type":"t","text":"ab","signature":"s"},{"index":0,"data":"x"},)"
                        R"({"text":"c"},{"text":"d"}])"));
}

TEST(StreamAssemblies, KeepOfABrokenStreamWhatWasSaid) {
  StreamAssembly const assembly =
      assembled({R"({"content":"half","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]})"});
  AssistantTurn const expected{.content = "half", .is_error = true};
  EXPECT_EQ(assembly.broken_turn(), expected);
}

}  // namespace
}  // namespace prompty::conversation::stream_assembly_test
