#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/support/frames.hpp"

namespace mock_provider::completion_chunks_test {
namespace {

using mock_provider_tests::data_of;

std::vector<std::string> frames_of(Completion const& said, char const* request = "{}") {
  Json const requested = Json::parse(request);
  return completion_chunks::frames(completion::body(said, requested, 1), requested, Chunking{});
}

std::vector<Json> deltas_of(std::vector<std::string> const& frames) {
  std::vector<Json> deltas;
  for (Json const& chunk : data_of(frames)) deltas.push_back(chunk.at("choices").at(0).at("delta"));
  return deltas;
}

TEST(CompletionChunks, SayTheRoleThenTheTextThenWhyItEnds) {
  std::vector<std::string> const frames = frames_of({.text = "It is"});
  EXPECT_THAT(
      deltas_of(frames),
      testing::ElementsAre(Json::parse(R"({"role": "assistant", "content": "", "refusal": null})"),
                           Json::parse(R"({"content": "It"})"), Json::parse(R"({"content": " is"})"), Json::object()));
  std::vector<Json> const chunks = data_of(frames);
  EXPECT_EQ(chunks.front().at("object"), "chat.completion.chunk");
  EXPECT_EQ(chunks.front().at("choices")[0].at("index"), 0);
  EXPECT_EQ(chunks.front().at("choices")[0].at("finish_reason"), nullptr);
  EXPECT_EQ(chunks.back().at("choices")[0].at("finish_reason"), "stop");
  EXPECT_EQ(chunks.front().at("id"), chunks.back().at("id"));
  EXPECT_EQ(frames.back(), "data: [DONE]\n\n");
}

TEST(CompletionChunks, HaveTheCallsOfMistralsModelsWhole) {
  std::vector<Json> const deltas = deltas_of(frames_of(
      {.tool_calls = {{.id = "c1", .name = "f", .arguments = "{\"a\":1}"}}}, R"({"model": "mistral-small-latest"})"));
  ASSERT_EQ(deltas.size(), 3U);
  EXPECT_EQ(
      deltas[1].at("tool_calls"),
      Json::parse(
          R"([{"index": 0, "id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\"a\":1}"}}])"));
}

TEST(CompletionChunks, BeginEachCallWithIdTypeAndName) {
  std::vector<Json> const deltas =
      deltas_of(frames_of({.tool_calls = {{.id = "c1", .name = "f", .arguments = "{\"a\":1}"},
                                          {.id = "c2", .name = "g", .arguments = ""}}}));
  ASSERT_EQ(deltas.size(), 7U);
  EXPECT_EQ(deltas[0].at("content"), nullptr);
  EXPECT_EQ(deltas[1], Json::parse(R"({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                                        "function": {"name": "f", "arguments": ""}}]})"));
  EXPECT_EQ(deltas[2], Json::parse(R"({"tool_calls": [{"index": 0, "function": {"arguments": "{\"a"}}]})"));
  EXPECT_EQ(deltas[5].at("tool_calls")[0].at("index"), 1);
  EXPECT_EQ(deltas[5].at("tool_calls")[0].at("id"), "c2");
}

TEST(CompletionChunks, CarryReasoningAndRefusal) {
  std::vector<Json> const deltas = deltas_of(frames_of({.refusal = "No", .reasoning = "Why"}));
  ASSERT_EQ(deltas.size(), 4U);
  EXPECT_EQ(deltas[1], Json::parse(R"({"reasoning_content": "Why"})"));
  EXPECT_EQ(deltas[2], Json::parse(R"({"refusal": "No"})"));
}

TEST(CompletionChunks, HaveUsageLastAndOnlyOnRequest) {
  Completion const said{.text = "a", .usage = Usage{.prompt_tokens = 3, .completion_tokens = 2}};
  for (Json const& chunk : data_of(frames_of(said))) EXPECT_FALSE(chunk.contains("usage"));
  std::vector<Json> const chunks = data_of(frames_of(said, R"({"stream_options": {"include_usage": true}})"));
  EXPECT_EQ(chunks.front().at("usage"), nullptr);
  EXPECT_EQ(chunks.back().at("choices"), Json::array());
  EXPECT_EQ(chunks.back().at("usage").at("total_tokens"), 5);
}

TEST(CompletionChunks, HaveEveryChoice) {
  std::vector<Json> const chunks = data_of(frames_of({.text = "a"}, R"({"n": 2})"));
  ASSERT_EQ(chunks.size(), 6U);
  EXPECT_EQ(chunks[3].at("choices")[0].at("index"), 1);
}

std::vector<Json> chunks_of(char const* body, char const* request = "{}") {
  return data_of(completion_chunks::frames(Json::parse(body), Json::parse(request), Chunking{}));
}

TEST(ChunksOfAScriptedBody, SayWhatItSays) {
  std::vector<Json> const chunks = chunks_of(R"({"id": "x", "provider": "P", "usage": {"total_tokens": 3},
    "choices": [{"message": {"content": "a b", "reasoning_content": "r", "images": [{"type": "image_url"}],
                             "annotations": [], "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}},
                                                               {"function": {"name": "g", "arguments": {"a": 1}}}]},
                 "finish_reason": "odd"}]})",
                                             R"({"stream_options": {"include_usage": true}})");
  std::vector<Json> deltas;
  for (Json const& chunk : chunks) {
    EXPECT_EQ(chunk.at("id"), "x");
    EXPECT_EQ(chunk.at("provider"), "P");
    if (!chunk.at("choices").empty()) deltas.push_back(chunk.at("choices")[0].at("delta"));
  }
  EXPECT_THAT(
      deltas,
      testing::ElementsAre(
          Json::parse(R"({"role": "assistant", "content": "", "refusal": null})"),
          Json::parse(R"({"reasoning_content": "r"})"), Json::parse(R"({"content": "a"})"),
          Json::parse(R"({"content": " b"})"), Json::parse(R"({"images": [{"type": "image_url"}]})"),
          Json::parse(R"({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "f", "arguments": ""}}]})"),
          Json::parse(R"({"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]})"),
          Json::parse(R"({"tool_calls": [{"index": 1, "function": {"name": "g", "arguments": {"a": 1}}}]})"),
          Json::object()));
  EXPECT_EQ(chunks[chunks.size() - 2].at("choices")[0].at("finish_reason"), "odd");
  EXPECT_EQ(chunks.back().at("usage"), Json::parse(R"({"total_tokens": 3})"));
}

TEST(ChunksOfAScriptedBody, HaveItsTokensWithTheirProbabilities) {
  std::vector<Json> const chunks = chunks_of(R"({"choices": [{"message": {"content": "ab"}, "finish_reason": "stop",
                                 "logprobs": {"content": [{"token": "a"}, {"token": "b"}]}}]})");
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(chunks[2].at("choices")[0].at("delta"), Json::parse(R"({"content": "b"})"));
  EXPECT_EQ(chunks[2].at("choices")[0].at("logprobs").at("content"), Json::parse(R"([{"token": "b"}])"));
}

TEST(CompletionChunks, SayAThoughtInTheFormOfTheServer) {
  std::vector<Json> const one =
      deltas_of(frames_of({.text = "a", .reasoning = "so be", .reasoning_form = ReasoningForm::reasoning}));
  EXPECT_EQ(deltas_of(frames_of({.text = "a", .reasoning = ""}))[1], Json::parse(R"({"reasoning_content": ""})"));
  EXPECT_EQ(deltas_of(frames_of(
                {.text = "a", .reasoning = "", .reasoning_form = ReasoningForm::reasoning_details}))[1]["reasoning"],
            Json(""));
  EXPECT_EQ(one[1], Json::parse(R"({"reasoning": "so"})"));
  EXPECT_EQ(one[2], Json::parse(R"({"reasoning": " be"})"));
  EXPECT_EQ(one[3], Json::parse(R"({"content": "a"})"));
  // Both members in one chunk, so that who reads both reads no piece twice.
  std::vector<Json> const two =
      deltas_of(frames_of({.text = "a", .reasoning = "so be", .reasoning_form = ReasoningForm::reasoning_details}));
  ASSERT_EQ(two.size(), 5U);
  EXPECT_EQ(two[2], Json::parse(R"({"reasoning": " be", "reasoning_details": [
      {"type": "reasoning.text", "text": " be", "format": "unknown", "index": 0}]})"));
  EXPECT_EQ(two[3], Json::parse(R"({"content": "a"})"));
}

TEST(ChunksOfAScriptedBody, HaveOtherReasoningDetailsWhole) {
  std::vector<Json> const chunks = chunks_of(
      R"({"choices": [{"message": {"content": "a", "reasoning": "r", "reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]}}]})");
  EXPECT_EQ(chunks[1].at("choices")[0].at("delta"), Json::parse(R"({"reasoning": "r"})"));
  EXPECT_EQ(chunks[2].at("choices")[0].at("delta"),
            Json::parse(R"({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]})"));
}

}  // namespace
}  // namespace mock_provider::completion_chunks_test
