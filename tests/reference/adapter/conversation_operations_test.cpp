#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"

namespace prompty::conversation_operations_test {
namespace {

using Json = nlohmann::ordered_json;

Json answer(char const* method, char const* params) {
  adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", Json::parse(params)}});
}

Json result(char const* method, char const* params) {
  return answer(method, params)["result"];
}

TEST(MessagesToWire, AreThoseOfTheWireOrOfAClient) {
  EXPECT_EQ(result("messages_to_wire", R"({"messages":[{"role":"assistant","content":"a","reasoning":"r","x":1}]})"),
            Json::parse(R"([{"role":"assistant","content":"a"}])"));
  EXPECT_EQ(result("messages_to_wire",
                   R"({"target":"client","messages":[{"role":"assistant","content":"a","reasoning":"r","x":1}]})"),
            Json::parse(R"([{"role":"assistant","content":"a","x":1}])"));
}

TEST(MessagesToWire, RefuseOtherTargets) {
  EXPECT_EQ(answer("messages_to_wire", R"({"target":"paper","messages":[]})")["error"]["code"], Json(-32602));
}

TEST(MessagesFromWire, AreReadFromAWholeAnswer) {
  EXPECT_EQ(result("messages_from_wire", R"({"response":{"choices":[{"message":{"content":"a"}}]}})"),
            Json::parse(R"({"message":{"role":"assistant","content":"a"}})"));
}

TEST(MessagesFromWire, AreReadFromAStreamWithWhatWasHandedOn) {
  EXPECT_EQ(result("messages_from_wire", R"({"chunks":[{"choices":[{"delta":{"content":"a","reasoning":"r",
              "tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}]})"),
            Json::parse(R"({"message":{"role":"assistant","content":"a","reasoning":"r","tool_calls":[{"id":"c",
              "type":"function","function":{"name":"f","arguments":"{}"}}]},"deltas":[{"type":"reasoning","text":"r"},
              {"type":"text","text":"a"},{"type":"tool_call","text":"{}"}]})"));
}

TEST(MessagesFromWire, OfABrokenStreamAreMarked) {
  EXPECT_EQ(result("messages_from_wire", R"({"broken":true,"chunks":[{"choices":[{"delta":{"content":"a"}}]}]})"),
            Json::parse(R"({"message":{"role":"assistant","content":"a","isError":true},
              "deltas":[{"type":"text","text":"a"}]})"));
}

TEST(RunTools, TellsWhatHappenedToTheCalls) {
  Json const told = result("run_tools", R"({"assistant":{"role":"assistant","content":"","tool_calls":[
      {"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}},{"id":"b","function":{"name":"g","arguments":""}},
      {"id":"c","function":{"name":"f","arguments":"{}"}}]},
    "tools":[{"name":"f","parameters":{"required":["n"]}},{"name":"g"}],
    "handlers":{"f":{"returnsJson":{"x":1}},"g":{"throws":"boom"}},"gate":{"deny":{"1":"no"}}})");
  EXPECT_EQ(told["calls"], Json::parse(R"([{"name":"f","arguments":{"n":1}}])"));
  EXPECT_EQ(told["gateCalls"], Json::parse(R"([[{"id":"a","name":"f","arguments":"{\"n\":1}"},
      {"id":"b","name":"g","arguments":""},{"id":"c","name":"f","arguments":"{}"}]])"));
  EXPECT_EQ(told["overlaps"], Json::array());
  EXPECT_EQ(told["messages"][0]["content"], Json(R"({"x":1})"));
  EXPECT_EQ(told["messages"].size(), 3U);
}

TEST(RunTools, TellsWhichCallsOverlapped) {
  char const* const params = R"({"assistant":{"role":"assistant","content":"","tool_calls":[
      {"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"f","arguments":"{}"}}]},
    "tools":[{"name":"f"}],"handlers":{"f":{"returns":"x","delayMs":150}},"mode":"%"})";
  for (std::string const mode : {"parallel", "sequential"}) {
    std::string text = params;
    text.replace(text.find('%'), 1, mode);
    EXPECT_EQ(result("run_tools", text.c_str())["overlaps"].size(), mode == "parallel" ? 1U : 0U) << mode;
  }
}

TEST(RunTools, RefusesParamsOfAnotherShape) {
  for (char const* const params :
       {R"({"tools":[],"handlers":{}})", R"({"assistant":{"role":"user","content":""},"tools":[],"handlers":{}})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[{"name":"f"}],"handlers":{}})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[],"handlers":{},"mode":"both"})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[],"handlers":{},"gate":{"deny":{"x":"no"}}})"}) {
    EXPECT_EQ(answer("run_tools", params)["error"]["code"], Json(-32602)) << params;
  }
}

}  // namespace
}  // namespace prompty::conversation_operations_test
