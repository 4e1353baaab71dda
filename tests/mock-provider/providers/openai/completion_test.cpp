#include <gtest/gtest.h>

#include "mock-provider/providers/openai/chat.hpp"

namespace mock_provider::completion_test {
namespace {

Json body_of(Completion const& completion, char const* request = R"({"model": "m", "messages": []})") {
  return completion::body(completion, Json::parse(request), 1);
}

TEST(CompletionBody, HasTheProvidersMembers) {
  Completion said;
  said.text = "hello";
  Json const body = body_of(said);
  EXPECT_EQ(body.at("object"), "chat.completion");
  EXPECT_EQ(body.at("model"), "m");
  EXPECT_EQ(body.at("id").get<std::string>().rfind("chatcmpl-", 0), 0U);
  EXPECT_TRUE(body.at("created").is_number_integer());
  ASSERT_EQ(body.at("choices").size(), 1U);
  EXPECT_EQ(body.at("choices")[0], Json::parse(R"({"index": 0,
      "message": {"role": "assistant", "content": "hello", "refusal": null, "annotations": []},
      "logprobs": null, "finish_reason": "stop"})"));
}

TEST(CompletionBody, CallsToolsWithNullContent) {
  Completion said;
  said.tool_calls = {{.id = "c1", .name = "f", .arguments = "{}"}, {.id = std::nullopt, .name = "g", .arguments = "x"}};
  Json const choice = body_of(said).at("choices")[0];
  EXPECT_EQ(choice.at("finish_reason"), "tool_calls");
  Json const& message = choice.at("message");
  EXPECT_TRUE(message.at("content").is_null());
  EXPECT_EQ(message.at("tool_calls")[0],
            Json::parse(R"({"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}})"));
  EXPECT_EQ(message.at("tool_calls")[1].at("id").get<std::string>().size(), 29U);
  EXPECT_EQ(message.at("tool_calls")[1].at("function").at("arguments"), "x");
}

TEST(CompletionBody, CarriesRefusalReasoningAndFinishReason) {
  Completion said;
  said.refusal = "no";
  said.reasoning = "because";
  said.finish_reason = "content_filter";
  Json const choice = body_of(said).at("choices")[0];
  EXPECT_EQ(choice.at("message").at("refusal"), "no");
  EXPECT_EQ(choice.at("message").at("reasoning_content"), "because");
  EXPECT_TRUE(choice.at("message").at("content").is_null());
  EXPECT_EQ(choice.at("finish_reason"), "content_filter");
}

TEST(CompletionBody, TakesUsageAsGivenAndElseEstimatesIt) {
  Completion said;
  said.text = "12345";
  Json const estimated = body_of(said, R"({"model": "m", "messages": [1, 2]})").at("usage");
  EXPECT_EQ(estimated.at("prompt_tokens"), 2);
  EXPECT_EQ(estimated.at("completion_tokens"), 2);
  EXPECT_EQ(estimated.at("total_tokens"), 4);
  said.usage = Usage{.prompt_tokens = 10, .completion_tokens = 20};
  EXPECT_EQ(body_of(said).at("usage").at("total_tokens"), 30);
}

TEST(CompletionBody, RepeatsChoicesAsOftenAsRequested) {
  Completion said;
  said.tool_calls = {{.id = std::nullopt, .name = "f", .arguments = "{}"}};
  Json const choices = body_of(said, R"({"model": "m", "n": 3})").at("choices");
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[2].at("index"), 2);
  EXPECT_NE(choices[1].at("message").at("tool_calls")[0].at("id"),
            choices[2].at("message").at("tool_calls")[0].at("id"));
}

TEST(CompletionBody, IsTheSameForTheSameSeed) {
  Completion const said{};
  Json const request = Json::object();
  EXPECT_EQ(completion::body(said, request, 5), completion::body(said, request, 5));
  EXPECT_NE(completion::body(said, request, 5).at("id"), completion::body(said, request, 6).at("id"));
}

TEST(CompletionBody, TakesAnyJsonForARequest) {
  for (char const* const request :
       {"null", "[]", "1", R"({"model": 1, "n": "x", "messages": 3})", R"({"n": 100000})"}) {
    EXPECT_EQ(body_of({}, request).at("model"), "mock-model") << request;
  }
}

/// The members of a message that say what a model of that name thought.
Json thought(char const* model, ReasoningForm form) {
  Completion const said{.text = "a", .reasoning = "why", .reasoning_form = form};
  Json const request{{"model", model}};
  Json message = completion::body(said, request, 1).at("choices")[0].at("message");
  for (char const* const name : {"role", "content", "refusal", "annotations"}) message.erase(name);
  return message;
}

TEST(Reasoning, IsWhereServersOfTheModelHaveIt) {
  EXPECT_EQ(thought("deepseek-reasoner", ReasoningForm::by_model), Json::parse(R"({"reasoning_content": "why"})"));
  EXPECT_EQ(thought("openai/gpt-oss-120b", ReasoningForm::by_model), Json::parse(R"({"reasoning": "why"})"));
}

TEST(Reasoning, IsWhereTheStepSays) {
  EXPECT_EQ(thought("a/b", ReasoningForm::reasoning_content), Json::parse(R"({"reasoning_content": "why"})"));
  EXPECT_EQ(thought("a", ReasoningForm::reasoning), Json::parse(R"({"reasoning": "why"})"));
  EXPECT_EQ(thought("a", ReasoningForm::reasoning_details), Json::parse(R"({"reasoning": "why", "reasoning_details": [
      {"type": "reasoning.text", "text": "why", "format": "unknown", "index": 0}]})"));
}

}  // namespace
}  // namespace mock_provider::completion_test
