#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/anthropic/anthropic.hpp"
#include "mock-provider/providers/openai/openai.hpp"
#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::answer_test {
namespace {

Answer answer_of(char const* respond, bool streamed = false) {
  Json request = Json::parse(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})");
  if (streamed) request["stream"] = true;
  return answer::of_response(respond_form::decode(Json::parse(respond), ""), request, 1);
}

bool is_json(std::string const& text) {
  return std::holds_alternative<Json>(json_text::parse(text));
}

TEST(AnswerOfResponse, SendsAWholeBodyUnchanged) {
  Answer const answer = answer_of(R"({"body": {"z": 1, "a": "ü"}, "status": 201})");
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_EQ(answer.body, R"({"z":1,"a":"ü"})");
}

TEST(AnswerOfResponse, MakesACompletionOfAShortForm) {
  Answer const answer = answer_of(R"({"text": "hello"})");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(Json::parse(answer.body).at("choices")[0].at("message").at("content"), "hello");
}

TEST(AnswerOfResponse, SendsErrorsWithTheirHeaders) {
  Answer const answer = answer_of(R"({"error": {"status": 429}})");
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(*header_named(answer.headers, "retry-after"), "1");
}

TEST(AnswerOfResponse, LetsTheScenariosHeadersWin) {
  Answer const answer = answer_of(
      R"({"error": {"status": 429}, "headers": {"Retry-After": "9", "Content-Type": "a/b", "X": "1"}, "delayMs": 5})");
  EXPECT_THAT(answer.headers, testing::Contains(testing::Pair("Retry-After", "9")));
  EXPECT_THAT(answer.headers, testing::Not(testing::Contains(testing::Pair("retry-after", testing::_))));
  EXPECT_THAT(answer.headers, testing::Contains(testing::Pair("X", "1")));
  EXPECT_EQ(answer.content_type, "a/b");
  EXPECT_EQ(answer.delay, std::chrono::milliseconds(5));
}

TEST(AnswerOfResponse, SpoilsTheUsualAnswer) {
  Answer const answer = answer_of(R"({"fault": {"kind": "cut", "afterBytes": 7}})");
  EXPECT_EQ(answer.early_end, (EarlyEnd{.ending = Ending::close, .after_bytes = 7}));
  EXPECT_TRUE(is_json(answer.body));
}

TEST(AnswerOfResponse, SpoilsWhatItSays) {
  Answer const answer = answer_of(R"({"text": "hello", "fault": {"kind": "wrongContentType"}})");
  EXPECT_EQ(answer.content_type, "text/plain");
  EXPECT_EQ(Json::parse(answer.body).at("choices")[0].at("message").at("content"), "hello");
}

TEST(AnswerOfResponse, PacesAndHoldsTheFramesOfAStream) {
  Answer const answer = answer_of(R"({"chunks": [{"a": 1}], "chunkDelayMs": 30, "hold": 1})", true);
  EXPECT_EQ(answer.content_type, "text/event-stream; charset=utf-8");
  ASSERT_TRUE(answer.events);
  EXPECT_THAT(answer.events->frames, testing::ElementsAre("data: {\"a\":1}\n\n", "data: [DONE]\n\n"));
  EXPECT_EQ(answer.events->between, std::chrono::milliseconds(30));
  EXPECT_EQ(answer.events->held_from, 1U);
}

TEST(AnswerForms, AreNoVectorOrImageWhereAModelSpeaks) {
  Json const request = Json::parse(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}], "input": "hi"})");
  auto const given = [&](char const* respond, Dialect const& dialect) {
    return answer::of_response(respond_form::decode(Json::parse(respond), ""), request, 1, dialect);
  };
  for (Dialect const* const dialect :
       {&chat_dialect(), &anthropic::dialect(), &openai_dialect(Route::Kind::responses), &free_dialect()}) {
    for (char const* const respond : {R"({"embedding": [1]})", R"({"image": {"url": "u"}})"})
      EXPECT_THROW(static_cast<void>(given(respond, *dialect)), MisfitStep) << respond;
    EXPECT_EQ(given(R"({"embedding": [1], "text": "a"})", *dialect).status, 200);
  }
  EXPECT_EQ(given(R"({"embedding": [1]})", openai_dialect(Route::Kind::embeddings)).status, 200);
  EXPECT_EQ(given(R"({"image": {"url": "u"}})", openai_dialect(Route::Kind::images)).status, 200);
}

TEST(AnswerForms, AreThoseOfTheRequest) {
  EXPECT_THROW(static_cast<void>(answer_of(R"({"body": {"a": 1}})", true)), MisfitStep);
  EXPECT_THROW(static_cast<void>(answer_of(R"({"chunks": [{"a": 1}]})", false)), MisfitStep);
  EXPECT_EQ(answer_of(R"({"body": {"error": {}}, "status": 400})", true).status, 400);
  EXPECT_FALSE(answer_of(R"({"body": {"error": {}}, "status": 400})", true).events);
  EXPECT_FALSE(answer_of(R"({"error": {"status": 500}})", true).events);
}

TEST(AnswerForms, OfABodyAreAlsoTheStreamThatSaysTheSame) {
  Answer const answer = answer_of(
      R"({"body": {"choices": [{"message": {"content": "a b"}, "finish_reason": "stop"}]}, "status": 203,
          "chunkBy": "characters", "hold": 1})",
      true);
  EXPECT_EQ(answer.status, 203);
  EXPECT_EQ(answer.content_type, "text/event-stream; charset=utf-8");
  ASSERT_TRUE(answer.events);
  EXPECT_THAT(answer.events->frames, testing::SizeIs(6));
  EXPECT_EQ(answer.events->held_from, 1U);
}

TEST(AnswerForms, HaveNoStreamOfABodyThatIsNoAnswerOfTheRoute) {
  Json const request = Json::parse(R"({"model": "m", "stream": true})");
  for (Dialect const* const dialect : {&chat_dialect(), &anthropic::dialect(), &openai_dialect(Route::Kind::responses),
                                       &openai_dialect(Route::Kind::images)}) {
    for (
        char const* const body :
        {"null", "1", "[]", R"("a")", "{}", R"({"error": {}})",
         R"({"choices": 1, "content": 1, "output": 1, "data": 1})",
         R"({"choices": {"a": {}}, "content": {"a": {}}, "output": {"a": {}}, "data": {"a": 1}})",
         R"({"choices": "a", "content": "a", "output": "a", "data": "a"})",
         R"({"choices": [1], "content": [1], "output": [1], "data": [1]})",
         R"({"choices": [[]], "content": [[]], "output": [[]], "data": [[]]})",
         R"({"choices": [{"message": []}], "content": [{"type": "text"}], "output": [{"type": "message", "content": 1}]})",
         R"({"choices": [{"message": {"tool_calls": 1}}], "content": [{"type": "text", "text": 1}],
              "output": [{"type": "message", "content": [{"type": "output_text", "text": 1}]}]})",
         R"({"choices": [{"message": {"tool_calls": [1]}}], "content": [{"type": "tool_use"}],
              "output": [{"type": "function_call"}]})"}) {
      Response const respond = respond_form::decode({{"body", Json::parse(body)}}, "");
      EXPECT_THROW(static_cast<void>(answer::of_response(respond, request, 1, *dialect)), MisfitStep) << body;
    }
  }
}

TEST(AnswerForms, AreTheOtherWhenTheFaultSaysSo) {
  EXPECT_EQ(answer_of(R"({"body": {"a": 1}, "fault": {"kind": "otherForm"}})", true).body, R"({"a":1})");
  EXPECT_TRUE(answer_of(R"({"chunks": [{"a": 1}], "fault": {"kind": "otherForm"}})").events);
  EXPECT_TRUE(answer_of(R"({"text": "a", "fault": {"kind": "otherForm"}})").events);
  EXPECT_FALSE(answer_of(R"({"fault": {"kind": "otherForm"}})", true).events);
}

TEST(AnswerForms, AreFreeOnRoutesOfNoModel) {
  Response const chunks = respond_form::decode(Json::parse(R"({"chunks": [{"a": 1}]})"), "");
  EXPECT_TRUE(answer::of_response(chunks, nullptr, 1, free_dialect()).events);
}

TEST(AnswerOfResponse, IsTheUsualOneAsAStep) {
  Answer const answer = answer_of(R"({"usual": true, "delayMs": 7, "headers": {"X": "1"}})");
  EXPECT_EQ(answer.delay, std::chrono::milliseconds(7));
  EXPECT_THAT(Json::parse(answer.body).at("choices")[0].at("message").at("content").get<std::string>(),
              testing::HasSubstr("received 1 message"));
}

}  // namespace
}  // namespace mock_provider::answer_test
