#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/anthropic/message.hpp"

namespace mock_provider::anthropic_message_test {
namespace {

Json body_of(Completion const& completion, char const* request = R"({"model": "m", "messages": []})") {
  return anthropic_message::body(completion, Json::parse(request), 1);
}

TEST(AnthropicMessageBody, HasTheProvidersMembers) {
  Completion said;
  said.text = "hello";
  Json const body = body_of(said);
  EXPECT_EQ(body.at("type"), "message");
  EXPECT_EQ(body.at("role"), "assistant");
  EXPECT_EQ(body.at("model"), "m");
  EXPECT_EQ(body.at("id").get<std::string>().rfind("msg_", 0), 0U);
  EXPECT_EQ(body.at("content"), Json::parse(R"([{"type": "text", "text": "hello"}])"));
  EXPECT_EQ(body.at("stop_reason"), "end_turn");
  EXPECT_TRUE(body.at("stop_sequence").is_null());
}

TEST(AnthropicMessageBody, CallsToolsBehindTheText) {
  Completion said;
  said.text = "t";
  said.tool_calls = {{.id = "c1", .name = "f", .arguments = R"({"a": 1})"},
                     {.id = std::nullopt, .name = "g", .arguments = "no JSON"}};
  Json const body = body_of(said);
  EXPECT_EQ(body.at("stop_reason"), "tool_use");
  Json const& content = body.at("content");
  ASSERT_EQ(content.size(), 3U);
  EXPECT_EQ(content[1], Json::parse(R"({"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}})"));
  EXPECT_EQ(content[2].at("id").get<std::string>().rfind("toolu_", 0), 0U);
  EXPECT_EQ(content[2].at("input"), "no JSON");
  EXPECT_THROW(anthropic_message::require_whole(body), MisfitStep);
}

TEST(AnthropicMessageBody, TakesEmptyArgumentsForAnEmptyInput) {
  Completion said;
  said.tool_calls = {{.id = "c1", .name = "f", .arguments = ""}};
  Json const body = body_of(said);
  EXPECT_EQ(body.at("content")[0].at("input"), Json::object());
  anthropic_message::require_whole(body);
}

TEST(AnthropicMessageBody, CarriesReasoningRefusalAndFinishReason) {
  Completion said;
  said.refusal = "no";
  said.reasoning = "because";
  Json const body = body_of(said);
  EXPECT_EQ(body.at("content")[0].at("thinking"), "because");
  EXPECT_EQ(body.at("content")[1].at("text"), "no");
  EXPECT_EQ(body.at("stop_reason"), "refusal");
  said.finish_reason = "max_tokens";
  EXPECT_EQ(body_of(said).at("stop_reason"), "max_tokens");
}

TEST(AnthropicMessageBody, TakesUsageAsGivenAndElseEstimatesIt) {
  Completion said;
  said.text = "12345";
  Json const estimated = body_of(said, R"({"system": "abcdef", "messages": [1, 2]})").at("usage");
  EXPECT_EQ(estimated.at("input_tokens"), 4);
  EXPECT_GT(estimated.at("output_tokens"), 1);
  said.usage = Usage{.prompt_tokens = 10, .completion_tokens = 20};
  EXPECT_EQ(body_of(said).at("usage").at("input_tokens"), 10);
  EXPECT_EQ(body_of(said).at("usage").at("output_tokens"), 20);
}

TEST(AnthropicMessageBody, TakesAnyJsonForARequest) {
  for (char const* const request : {"null", "[]", "1", R"({"model": 1, "messages": 3})"}) {
    EXPECT_EQ(body_of({}, request).at("model"), "mock-model") << request;
  }
}

TEST(AnthropicMessageBody, EndsInTheWordsOfTheProvider) {
  for (auto const& [said, reported] : std::vector<std::pair<std::string, std::string>>{{"stop", "end_turn"},
                                                                                       {"length", "max_tokens"},
                                                                                       {"tool_calls", "tool_use"},
                                                                                       {"content_filter", "refusal"},
                                                                                       {"pause_turn", "pause_turn"}}) {
    Completion const completion{.text = "a", .finish_reason = said};
    EXPECT_EQ(anthropic_message::body(completion, Json::object(), 1).at("stop_reason"), reported);
  }
}

}  // namespace
}  // namespace mock_provider::anthropic_message_test
