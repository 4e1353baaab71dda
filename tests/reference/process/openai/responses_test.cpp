#include "prompty/process/openai/responses.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::process_responses_test {
namespace {

PromptyAgent const plain;
PromptyAgent const structured{.outputs = {{.name = "a", .kind = "integer"}}};

Outcome of(char const* response, PromptyAgent const& agent = plain) {
  return processing::process_responses(agent, Json::parse(response));
}

std::string problem(char const* response) {
  return raised<ValueError>([&] { static_cast<void>(of(response)); });
}

TEST(ResponsesProcessing, RaisesTheErrorOfTheProviderFirst) {
  EXPECT_EQ(problem(R"({"error":{"message":"boom"},"output":[{"type":"function_call"}]})"), "boom");
  EXPECT_EQ(problem(R"({"error":{"code":"c"}})"), R"({"code":"c"})");
  EXPECT_EQ(of(R"({"error":null,"status":"failed","output":[],"output_text":"a"})"), Outcome(Text{.value = "a"}));
}

TEST(ResponsesProcessing, GivesFunctionCallsByTheirCallId) {
  EXPECT_EQ(of(R"({"output":[{"type":"reasoning"},)"
               R"({"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":" {"},{"type":"message"},)"
               R"({"type":"function_call","call_id":"d","name":"g","arguments":""}],"output_text":"x"})"),
            Outcome(std::vector<ToolCall>{{.id = "c", .name = "f", .arguments = " {"},
                                          {.id = "d", .name = "g", .arguments = ""}}));
}

TEST(ResponsesProcessing, TakesTheFieldForItsText) {
  EXPECT_EQ(of(R"({"output":[{"type":"message","content":[{"type":"output_text","text":"b"}]}],"output_text":""})"),
            Outcome(Text{}));
}

TEST(ResponsesProcessing, JoinsTheTextsOfTheOutputWithoutTheField) {
  EXPECT_EQ(
      of(R"({"output":[{"type":"message","content":[{"type":"output_text","text":"a"},)"
         R"({"type":"refusal","refusal":"r"}]},{"type":"message","content":[{"type":"output_text","text":"b"}]}],)"
         R"("output_text":null})"),
      Outcome(Text{.value = "ab"}));
  EXPECT_EQ(of(R"({"output":[{"type":"message"}]})"), Outcome(Text{}));
}

TEST(ResponsesProcessing, ParsesTextWhenOutputsAreDeclared) {
  EXPECT_EQ(of(R"({"output":[],"output_text":"{\"a\":1}"})", structured),
            Outcome(StructuredValue{.value = Json{{"a", 1}}}));
  EXPECT_EQ(of(R"({"output":[],"output_text":"no"})", structured), Outcome(Text{.value = "no"}));
}

TEST(ResponsesProcessing, RefusesAnswersOfAnotherShape) {
  EXPECT_EQ(problem(R"({"choices":[]})"), "Unexpected response format: /output must be a list, not nothing");
  EXPECT_EQ(problem(R"({"output":[{"type":"function_call","call_id":"c","name":"f","arguments":{}}]})"),
            "Unexpected response format: /output/0/arguments must be a string, not a mapping");
  EXPECT_EQ(problem(R"({"output":[{"type":"message","content":[{"type":"output_text"}]}]})"),
            "Unexpected response format: /output/0/content/0/text must be a string, not nothing");
}

}  // namespace
}  // namespace prompty::process_responses_test
