#include "prompty/process/openai/chat.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::process_chat_test {
namespace {

PromptyAgent const plain;
PromptyAgent const structured{.outputs = {{.name = "a", .kind = "integer"}}};

Outcome of(char const* message, PromptyAgent const& agent = plain) {
  return processing::process_chat(agent, Json{{"choices", Json::array({Json{{"message", Json::parse(message)}}})}});
}

std::string problem(char const* response) {
  return raised<ValueError>([&] { static_cast<void>(processing::process_chat(plain, Json::parse(response))); });
}

TEST(ChatProcessing, UsesTheFirstChoiceOnly) {
  EXPECT_EQ(processing::process_chat(
                plain, Json::parse(R"({"choices":[{"message":{"content":"A"}},{"message":{"content":"B"}}]})")),
            Outcome(Text{.value = "A"}));
}

TEST(ChatProcessing, TakesMissingAndNullContentForEmptyText) {
  EXPECT_EQ(of("{}"), Outcome(Text{}));
  EXPECT_EQ(of(R"({"content":null})"), Outcome(Text{}));
  EXPECT_EQ(of(R"({"content":null})", structured), Outcome(Text{}));
}

TEST(ChatProcessing, ParsesContentWhenOutputsAreDeclared) {
  EXPECT_EQ(of(R"({"content":"{\"a\":1}"})", structured), Outcome(StructuredValue{.value = Json{{"a", 1}}}));
  EXPECT_EQ(of(R"({"content":"{\"a\":1}"})"), Outcome(Text{.value = R"({"a":1})"}));
}

TEST(ChatProcessing, ReturnsToolCallsInOrderWithTheirArgumentsUntouched) {
  Outcome const expected = std::vector<ToolCall>{{.id = "1", .name = "f", .arguments = "{ \"b\" : 1,\"a\":2 }"},
                                                 {.id = "2", .name = "g", .arguments = ""}};
  char const* const message =
      R"({"content":"{}","tool_calls":[)"
      R"({"id":"1","type":"function","function":{"name":"f","arguments":"{ \"b\" : 1,\"a\":2 }"}},)"
      R"({"id":"2","type":"function","function":{"name":"g","arguments":""}}]})";
  EXPECT_EQ(of(message), expected);
  EXPECT_EQ(of(message, structured), expected);
}

TEST(ChatProcessing, IgnoresContentOfAnyShapeBesideToolCalls) {
  EXPECT_NO_THROW(
      static_cast<void>(of(R"({"content":[1],"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]})")));
}

TEST(ChatProcessing, TakesNullAndEmptyToolCallsForNone) {
  EXPECT_EQ(of(R"({"content":"x","tool_calls":null})"), Outcome(Text{.value = "x"}));
  EXPECT_EQ(of(R"({"content":"x","tool_calls":[]})"), Outcome(Text{.value = "x"}));
}

TEST(ChatProcessing, IgnoresARefusal) {
  EXPECT_EQ(of(R"({"content":null,"refusal":"no"})"), Outcome(Text{}));
  EXPECT_EQ(of(R"({"content":"yes","refusal":"no"})"), Outcome(Text{.value = "yes"}));
}

struct Broken {
  char const* response;
  char const* reason;
};

class BrokenChatResponse : public testing::TestWithParam<Broken> {};

TEST_P(BrokenChatResponse, IsAnUnexpectedFormat) {
  EXPECT_EQ(problem(GetParam().response), std::string("Unexpected response format: ") + GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Responses, BrokenChatResponse,
    testing::Values(
        Broken{R"({"choices":[]})", "/choices must be a list with at least one choice, not a list of 0"},
        Broken{R"({"error":{"message":"m"}})", "/choices must be a list with at least one choice, not nothing"},
        Broken{"[]", "/choices must be a list with at least one choice, not nothing"},
        Broken{"null", "/choices must be a list with at least one choice, not nothing"},
        Broken{R"({"choices":[{}]})", "/choices/0/message must be a message, not nothing"},
        Broken{R"({"choices":[7]})", "/choices/0/message must be a message, not nothing"},
        Broken{R"({"choices":[{"message":{"content":[1]}}]})",
               "/choices/0/message/content must be a string, not a list of 1"},
        Broken{R"({"choices":[{"message":{"tool_calls":{}}}]})",
               "/choices/0/message/tool_calls must be a list, not a mapping"},
        Broken{R"({"choices":[{"message":{"tool_calls":[{"id":"1","type":"custom"}]}}]})",
               "/choices/0/message/tool_calls/0/function must be a function call, not nothing"},
        Broken{R"({"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"f","arguments":{}}}]}}]})",
               "/choices/0/message/tool_calls/0/function/arguments must be a string, not a mapping"},
        Broken{R"({"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]})",
               "/choices/0/message/tool_calls/0/id must be a string, not nothing"}));

}  // namespace
}  // namespace prompty::process_chat_test
