#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/provider/anthropic.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/provider/openai.hpp"
#include "prompty/wire/live/openai.hpp"
#include "prompty/wire/openai/requests.hpp"

namespace prompty::tool_messages_test {
namespace {

std::vector<ToolCall> const one_call = {{.id = "c1", .name = "f", .arguments = "{}"}};

TEST(ChatToolMessages, FallBackToTheCallsWithoutAResponse) {
  std::vector<Message> const messages = openai::chat_tool_messages(nullptr, one_call, {"r"}, "said");
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].content, std::vector<ContentPart>{TextPart{"said"}});
  EXPECT_EQ(messages[1].metadata, (Json{{"tool_call_id", "c1"}}));
}

TEST(ChatToolMessages, LeaveResultsOutThatAreNotThereYet) {
  EXPECT_EQ(openai::chat_tool_messages(nullptr, one_call, {}, "").size(), 1U);
  EXPECT_TRUE(openai::responses_tool_messages(nullptr, one_call, {}).empty());
}

TEST(ResponsesToolMessages, WriteItemsAnewThatTheResponseDoesNotHave) {
  std::vector<Message> const messages =
      openai::responses_tool_messages(Json{{"output", Json::array()}}, one_call, {"r"});
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].metadata["responses_function_call"]["call_id"], Json("c1"));
}

TEST(ResponsesToolMessages, KeepWhatLedToTheCalls) {
  RecordProperty("clause", "P9.5-04");
  Json const response = Json::parse(R"({"output": [{"type": "reasoning", "id": "r1"}, {"type": "message", "id": "m"},
      {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
      {"type": "function_call", "call_id": "c2", "name": "f", "arguments": "{}"}, {"type": "reasoning", "id": "r2"}]})");
  std::vector<ToolCall> const calls = {{.id = "c1", .name = "f", .arguments = "{}"},
                                       {.id = "c2", .name = "f", .arguments = "{}"}};
  std::vector<Message> const messages = openai::responses_tool_messages(response, calls, {"a", "b"});
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].metadata["responses_items_before"],
            Json::parse(R"([{"type": "reasoning", "id": "r1"}, {"type": "message", "id": "m"}])"));
  EXPECT_EQ(messages[1].metadata["responses_items_before"], Json::parse(R"([{"type": "reasoning", "id": "r2"}])"));
  auto const types_in = [](Json const& request) {
    std::string types;
    for (Json const& item : request["input"]) types += item["type"].get<std::string>() + " ";
    return types;
  };
  EXPECT_EQ(types_in(openai::responses_request(PromptyAgent{}, messages)),
            "function_call function_call_output function_call function_call_output ");
  EXPECT_EQ(types_in(live::responses_request(PromptyAgent{}, messages)),
            "reasoning message function_call function_call_output reasoning function_call function_call_output ");
}

TEST(WholeResponses, OfAStreamedMessageAreMessagesOfTheAssistant) {
  std::vector<Json> const events = {
      Json::parse(R"({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})"),
      Json::parse(R"({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi."}})")};
  anthropic::AnthropicExecutor const executor{nullptr};
  EXPECT_EQ(executor.whole_response(PromptyAgent{}, events),
            Json::parse(R"({"role": "assistant", "content": [{"type": "text", "text": "Hi."}]})"));
}

TEST(Thinking, IsReadFromEachInterface) {
  EXPECT_EQ(openai::thinking_of(Json::parse(R"({"choices":[{"message":{"reasoning":"a"}}]})")), "a");
  EXPECT_EQ(openai::thinking_of(Json::parse(R"({"choices":[{"delta":{"reasoning_content":"b"}}]})")), "b");
  EXPECT_EQ(openai::thinking_of(Json::parse(R"({"output":[{"type":"reasoning","summary":[{"text":"c"}]}]})")), "c");
  EXPECT_EQ(openai::thinking_of(Json::parse(R"({"type":"response.reasoning_summary_text.delta","delta":"d"})")), "d");
  EXPECT_EQ(anthropic::thinking_of(Json::parse(R"({"content":[{"type":"thinking","thinking":"e"}]})")), "e");
  EXPECT_EQ(anthropic::thinking_of(Json::parse(R"({"delta":{"type":"thinking_delta","thinking":"f"}})")), "f");
  EXPECT_EQ(openai::thinking_of(7), "");
}

TEST(RetryAfter, IsReadFromEitherHeader) {
  using std::chrono::milliseconds;
  EXPECT_EQ(retry_after({{"Retry-After", "2"}}), milliseconds(2000));
  EXPECT_EQ(retry_after({{"retry-after", "0.5"}}), milliseconds(500));
  EXPECT_EQ(retry_after({{"retry-after", "9"}, {"retry-after-ms", "20"}}), milliseconds(20));
  EXPECT_EQ(retry_after({{"retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"}}), std::nullopt);
  EXPECT_EQ(retry_after({{"retry-after", "-1"}}), std::nullopt);
  EXPECT_EQ(retry_after({}), std::nullopt);
}

}  // namespace
}  // namespace prompty::tool_messages_test
