#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/openai/chat.hpp"

namespace mock_provider::answer_budget_test {
namespace {

Answer requested(std::string const& path, Json const& body) {
  Provider provider(CheckMode::report, JournalBounds{});
  return provider.respond(
      {.method = "POST", .target = path, .headers = {}, .body = json_text::dump(body), .received_at_us = 0});
}

TEST(AnswerBudget, HasRoomForSoManyBytes) {
  answer_budget::require_room(1, answer_budget::most_bytes, "", "");
  answer_budget::require_room(0, answer_budget::most_bytes + 1, "", "");
  EXPECT_THROW(answer_budget::require_room(1, answer_budget::most_bytes + 1, "", ""), AnswerTooLarge);
  EXPECT_THROW(answer_budget::require_room(2, answer_budget::most_bytes / 2 + 1, "", ""), AnswerTooLarge);
}

TEST(AnswerBudget, IsTakenUpByTheFramesOfAStream) {
  FrameList frames;
  frames.add("a");
  frames.add(std::string(answer_budget::most_bytes / 2, 'b'));
  EXPECT_THROW(frames.add(std::string(answer_budget::most_bytes / 2, 'c')), AnswerTooLarge);
  EXPECT_EQ(frames.take_last().front(), 'b');
  frames.add(std::string(answer_budget::most_bytes / 2, 'c'));
  EXPECT_EQ(frames.take().size(), 2U);
}

TEST(AnswerBudget, IsTakenUpByManyChoices) {
  Completion said;
  said.text = std::string(1'000'000, 'a');
  EXPECT_EQ(completion::body(said, {{"n", 2}}, 1).at("choices").size(), 2U);
  EXPECT_THROW((void)completion::body(said, {{"n", 128}}, 1), AnswerTooLarge);
}

TEST(AnswerBudget, IsTakenUpByALongNameInEachEvent) {
  Completion said;
  for (int word = 0; word < 100; ++word) said.text = said.text.value_or("") + "word ";
  Json const request{{"model", std::string(1'000'000, 'm')}};
  EXPECT_THROW((void)completion_chunks::frames(completion::body(said, request, 1), request, Chunking{}),
               AnswerTooLarge);
}

TEST(AnswerBudget, IsReportedInTheShapeOfTheProvider) {
  Answer const refused = requested("/v1/embeddings", {{"model", "m"}, {"input", Json(100'000, Json("a"))}});
  EXPECT_EQ(refused.status, 400);
  Json const error = Json::parse(refused.body).at("error");
  EXPECT_EQ(error.at("type"), "invalid_request_error");
  EXPECT_EQ(error.at("param"), "input");
  EXPECT_EQ(error.at("code"), "array_above_max_length");
  EXPECT_THAT(error.at("message"), testing::HasSubstr("send them in several"));
}

/// An array of sixteen arrays of sixteen, and so on.
Json schema_of_arrays(int levels) {
  Json schema{{"type", "string"}};
  for (int level = 0; level < levels; ++level) schema = Json{{"type", "array"}, {"minItems", 16}, {"items", schema}};
  return schema;
}

TEST(AnswerBudget, IsReportedToClientsOfAnthropicToo) {
  Json const request{{"model", "m"},
                     {"max_tokens", 9},
                     {"messages", {{{"role", "user"}, {"content", "x"}}}},
                     {"output_config", {{"format", {{"type", "json_schema"}, {"schema", schema_of_arrays(8)}}}}}};
  Answer const refused = requested("/v1/messages", request);
  EXPECT_EQ(refused.status, 400);
  Json const body = Json::parse(refused.body);
  EXPECT_EQ(body.at("type"), "error");
  EXPECT_THAT(body.at("error").at("message"), testing::HasSubstr("use a smaller schema"));
}

}  // namespace
}  // namespace mock_provider::answer_budget_test
