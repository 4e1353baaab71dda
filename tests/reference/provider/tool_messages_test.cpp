#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/provider/http_executor.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::tool_messages_test {
namespace {

std::vector<ToolCall> const one_call = {{.id = "c1", .name = "f", .arguments = "{}"}};

std::vector<Message> openai_tool_messages(std::string api_type, Json const& response,
                                          std::vector<ToolCall> const& calls, std::vector<std::string> const& texts,
                                          std::string const& text = "") {
  PromptyAgent agent;
  agent.model = Model{.api_type = std::move(api_type)};
  std::vector<ToolResult> const results(texts.begin(), texts.end());
  return openai::make_executor(nullptr)->format_tool_messages(agent, response, calls, results, text);
}

TEST(ChatToolMessages, FallBackToTheCallsWithoutAResponse) {
  std::vector<Message> const messages = openai_tool_messages("chat", nullptr, one_call, {"r"}, "said");
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].content, std::vector<ContentPart>{TextPart{"said"}});
  EXPECT_EQ(messages[1].metadata, (Json{{"tool_call_id", "c1"}}));
}

TEST(ChatToolMessages, LeaveResultsOutThatAreNotThereYet) {
  EXPECT_EQ(openai_tool_messages("chat", nullptr, one_call, {}, "").size(), 1U);
  EXPECT_TRUE(openai_tool_messages("responses", nullptr, one_call, {}).empty());
}

TEST(ResponsesToolMessages, WriteItemsAnewThatTheResponseDoesNotHave) {
  std::vector<Message> const messages =
      openai_tool_messages("responses", Json{{"output", Json::array()}}, one_call, {"r"});
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
  std::vector<Message> const messages = openai_tool_messages("responses", response, calls, {"a", "b"});
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

TEST(ResponsesToolMessages, HaveTheTextInFrontOfOtherParts) {
  RecordProperty("clause", "P9.5-10");
  PromptyAgent agent;
  agent.model = Model{.api_type = "responses"};
  ImagePart const image{"https://h.example/1.png"};
  auto const content = [&](std::vector<ContentPart> parts) {
    return openai::make_executor(nullptr)
        ->format_tool_messages(agent, nullptr, one_call, {ToolResult(std::move(parts))}, "")
        .front()
        .content;
  };
  EXPECT_EQ(content({image, TextPart{"a"}, TextPart{"b"}}), (std::vector<ContentPart>{TextPart{"ab"}, image}));
  EXPECT_EQ(content({image}), std::vector<ContentPart>{image});
  EXPECT_EQ(content({}), std::vector<ContentPart>{TextPart{""}});
}

TEST(WholeResponses, OfAStreamedMessageAreMessagesOfTheAssistant) {
  std::vector<Json> const events = {
      Json::parse(R"({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})"),
      Json::parse(R"({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi."}})")};
  EXPECT_EQ(anthropic::make_executor(nullptr)->whole_response(PromptyAgent{}, events),
            Json::parse(R"({"role": "assistant", "content": [{"type": "text", "text": "Hi."}]})"));
}

TEST(Thinking, IsReadFromEachInterface) {
  auto const thinking_of = [](std::shared_ptr<Executor const> const& executor, char const* response) {
    return executor->thinking_of(PromptyAgent{}, Json::parse(response));
  };
  std::shared_ptr<Executor const> const openai = openai::make_executor(nullptr);
  std::shared_ptr<Executor const> const anthropic = anthropic::make_executor(nullptr);
  EXPECT_EQ(thinking_of(openai, R"({"choices":[{"message":{"reasoning":"a"}}]})"), "a");
  EXPECT_EQ(thinking_of(openai, R"({"choices":[{"delta":{"reasoning_content":"b"}}]})"), "b");
  EXPECT_EQ(thinking_of(openai, R"({"output":[{"type":"reasoning","summary":[{"text":"c"}]}]})"), "c");
  EXPECT_EQ(thinking_of(openai, R"({"type":"response.reasoning_summary_text.delta","delta":"d"})"), "d");
  EXPECT_EQ(thinking_of(anthropic, R"({"content":[{"type":"thinking","thinking":"e"}]})"), "e");
  EXPECT_EQ(thinking_of(anthropic, R"({"delta":{"type":"thinking_delta","thinking":"f"}})"), "f");
  EXPECT_EQ(thinking_of(openai, "7"), "");
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
