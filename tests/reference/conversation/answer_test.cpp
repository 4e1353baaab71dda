#include "prompty/conversation/answer.hpp"

#include <gmock/gmock.h>

#include "prompty/core/error.hpp"

namespace prompty::conversation::answer_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

AssistantTurn read(char const* message) {
  return read_answer(Json{{"choices", Json::array({Json{{"message", Json::parse(message)}}})}});
}

TEST(Answers, BecomeTurnsWithAllThatTheyHold) {
  AssistantTurn const turn = read_answer(Json::parse(R"({"choices":[{"finish_reason":"tool_calls","message":{
    "role":"assistant","content":null,"reasoning":"r","reasoning_details":[{"a":1}],
    "tool_calls":[{"id":"c","index":0,"function":{"name":"f","arguments":" {oops"}}]}}]})"));
  AssistantTurn const expected{.content = "",
                               .tool_calls = {{.id = "c", .name = "f", .arguments = " {oops"}},
                               .reasoning = "r",
                               .reasoning_details = Json::parse(R"([{"a":1}])"),
                               .finish_reason = "tool_calls"};
  EXPECT_EQ(turn, expected);
}

TEST(Answers, HaveReasoningByEitherName) {
  EXPECT_EQ(read(R"({"content":"a","reasoning":"x"})").reasoning, "x");
  EXPECT_EQ(read(R"({"content":"a","reasoning_content":"y"})").reasoning, "y");
  EXPECT_EQ(read(R"({"content":"a","reasoning":"x","reasoning_content":"y"})").reasoning, "x");
  EXPECT_EQ(read(R"({"content":"a","reasoning":"","reasoning_content":"y"})").reasoning, "y");
  EXPECT_EQ(read(R"({"content":"a","reasoning":null})").reasoning, std::nullopt);
}

TEST(Answers, AreReadAsFarAsTheyCanBe) {
  AssistantTurn const turn =
      read(R"({"content":7,"reasoning":{},"reasoning_details":"x","tool_calls":[7,{"id":8,"function":[]}]})");
  EXPECT_EQ(turn.content, "");
  EXPECT_EQ(turn.tool_calls.size(), 2U);
  EXPECT_TRUE(turn.reasoning_details.empty());
}

TEST(Answers, WithoutAMessageAreRefused) {
  for (char const* const text :
       {"7", "{}", R"({"choices":[]})", R"({"choices":[{}]})", R"({"choices":[{"message":7}]})"}) {
    EXPECT_THAT([&] { return read_answer(Json::parse(text)); },
                ThrowsMessage<ValueError>(HasSubstr("Unexpected response format")))
        << text;
  }
}

}  // namespace
}  // namespace prompty::conversation::answer_test
