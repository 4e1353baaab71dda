#include "prompty/process/anthropic/message.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::process_anthropic_test {
namespace {

PromptyAgent const plain;
PromptyAgent const structured{.outputs = {{.name = "a", .kind = "integer"}}};

Outcome of(char const* content, PromptyAgent const& agent = plain, Profile profile = Profile::as_written) {
  return processing::process_message(agent, Json{{"content", Json::parse(content)}}, profile);
}

std::string problem(char const* response) {
  return raised<ValueError>(
      [&] { static_cast<void>(processing::process_message(plain, Json::parse(response), Profile::as_written)); });
}

TEST(AnthropicProcessing, CollectsCallsInOrder) {
  Outcome const expected = std::vector<ToolCall>{{.id = "1", .name = "f", .arguments = R"({"b":1,"a":"é"})"},
                                                 {.id = "2", .name = "g", .arguments = "{}"}};
  char const* const content =
      R"([{"type":"text","text":"{}"},{"type":"tool_use","id":"1","name":"f","input":{"b":1,"a":"\u00e9"}},)"
      R"({"type":"server_tool_use","id":"3","name":"h","input":{}},{"type":"tool_use","id":"2","name":"g","input":{}}])";
  EXPECT_EQ(of(content), expected);
  EXPECT_EQ(of(content, structured), expected);
}

TEST(AnthropicProcessing, TakesTheFirstTextAsWrittenAndAllOfThemLive) {
  char const* const content =
      R"([{"type":"thinking","thinking":"T"},{"type":"text","text":"A"},{"type":"text","text":"B"}])";
  EXPECT_EQ(of(content), Outcome(Text{.value = "A"}));
  EXPECT_EQ(of(content, plain, Profile::live), Outcome(Text{.value = "AB"}));
}

TEST(AnthropicProcessing, TakesNoTextForTheEmptyOne) {
  EXPECT_EQ(of("[]"), Outcome(Text{}));
  EXPECT_EQ(of(R"([1,{"type":"thinking"},{"no":"type"}])", structured), Outcome(Text{}));
}

TEST(AnthropicProcessing, ParsesTextWhenOutputsAreDeclared) {
  EXPECT_EQ(of(R"([{"type":"text","text":"{\"a\":1}"}])", structured),
            Outcome(StructuredValue{.value = Json{{"a", 1}}}));
  EXPECT_EQ(of(R"([{"type":"text","text":"{\"a\":1}"}])"), Outcome(Text{.value = R"({"a":1})"}));
  EXPECT_EQ(of(R"([{"type":"text","text":"x"}])", structured), Outcome(Text{.value = "x"}));
}

TEST(AnthropicProcessing, SaysWhatIsWrongWithAnAnswerOfAnotherShape) {
  EXPECT_EQ(problem("{}"), "Unexpected response format: /content must be a list, not nothing");
  EXPECT_EQ(problem(R"({"content":[{"type":"text"}]})").find("Unexpected response format: /content/0/text must be"),
            0U);
  EXPECT_EQ(problem(R"({"content":[{"type":"tool_use","id":"1","name":"f"}]})")
                .find("Unexpected response format: /content/0/input must be an object"),
            0U);
  EXPECT_EQ(problem(R"({"content":[1,{"type":"tool_use","name":"f","input":{}}]})")
                .find("Unexpected response format: /content/1/id must be a string"),
            0U);
}

}  // namespace
}  // namespace prompty::process_anthropic_test
