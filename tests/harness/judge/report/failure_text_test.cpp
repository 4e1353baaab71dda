#include "harness/judge/report/failure_text.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/report/report_sample.hpp"

namespace conformance::failure_text_test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class FailureTexts : public testing::Test {
 protected:
  std::string text() const { return failure_text(result_, result_.attempts.front(), sample_registry(), sample_info()); }

  Vector const vector_ = one_sample_vector({{"clauses", Json::array({"P1.1-01", "P1.1-05"})}});
  VectorResult result_ = sample_result(vector_, Status::fail);
};

TEST_F(FailureTexts, NameVectorWayAndReason) {
  EXPECT_THAT(text(), StartsWith("fail load/sample/plain [direct]\n"));
  EXPECT_THAT(text(), ContainsRegex("why +it shows"));
  EXPECT_THAT(text(), ContainsRegex("verdict +the answer differs"));
}

TEST_F(FailureTexts, QuoteEachClauseWithItsPlace) {
  EXPECT_THAT(text(), ContainsRegex("P1.1-01 +MUST — Files are read\\. \\(spec/01\\.md:3\\)"));
  EXPECT_THAT(text(), ContainsRegex("P1.1-05 +MUST NOT — Dashes close\\."));
}

TEST_F(FailureTexts, ShowWhatWasSentExpectedAndGot) {
  EXPECT_THAT(text(), ContainsRegex("sent +split \\{\"text\":\"body\"\\}"));
  EXPECT_THAT(text(), ContainsRegex("first at +/a\n"));
  EXPECT_THAT(text(), ContainsRegex("expected +1\n"));
  EXPECT_THAT(text(), ContainsRegex("got +2\n"));
  EXPECT_THAT(text(), ContainsRegex("answered +\\{\"result\":\\{\"a\":2\\}\\}"));
}

TEST_F(FailureTexts, ShowTheFileThatWasRead) {
  EXPECT_THAT(text(), Not(HasSubstr("the file")));
  Vector loaded = *result_.vector;
  loaded.files = {{"a.prompty", "---\nname: a\n---\nGo"}};
  loaded.steps.back().given = {{"path", "a.prompty"}};
  result_.attempts[0].vector = &loaded;
  EXPECT_THAT(text(), ContainsRegex("the file +---\n +name: a\n +---\n +Go\n"));
}

TEST_F(FailureTexts, SayWhenTheWholeAnswerDiffers) {
  result_.attempts[0].judgement.differences.at(0).pointer = "";
  EXPECT_THAT(text(), HasSubstr("the whole answer"));
}

TEST_F(FailureTexts, EndWithTheCommandThatRerunsJustThis) {
  EXPECT_THAT(text(), EndsWith("prompty-conformance run --subject 'python3 '\\''my adapter.py'\\''' --profile lenient "
                               "--filter load/sample/plain\n"));
}

TEST_F(FailureTexts, NameTheTransformAndRepeatJustThat) {
  result_.attempts[0].way = Way::transform;
  result_.attempts[0].variation =
      Variation{.transform = Transform::sse_split, .of = Way::http, .name = "inside-line-ends"};
  EXPECT_THAT(text(), StartsWith("fail load/sample/plain [transform sse-split/inside-line-ends of http]\n"));
  EXPECT_THAT(text(), EndsWith("--filter load/sample/plain --transform sse-split/inside-line-ends\n"));
}

TEST_F(FailureTexts, SayWhereTheWholeExchangeStands) {
  EXPECT_THAT(text(), Not(HasSubstr("trace ")));
  result_.attempts[0].trace = "traces/load/sample/plain.jsonl";
  EXPECT_THAT(text(), ContainsRegex("trace +traces/load/sample/plain\\.jsonl\n"));
}

TEST_F(FailureTexts, ShowTheHttpExchangesWithFindings) {
  result_.attempts[0].exchanges = {sample_exchange()};
  EXPECT_THAT(text(), AllOf(HasSubstr("POST /chat/completions -> 200"), HasSubstr("{\"model\":\"m\"}"),
                            HasSubstr("chat.role at \"/messages\": is missing")));
}

TEST_F(FailureTexts, ShowARefusedRequestBeforeWhatFollowsFromIt) {
  HttpExchange refused = sample_exchange();
  refused.status = 400;
  result_.attempts[0].exchanges = {sample_exchange(), refused};
  std::string const shown = text();
  EXPECT_LT(shown.find("-> 400"), shown.find("first at"));
  EXPECT_LT(shown.find("first at"), shown.find("-> 200"));
}

TEST_F(FailureTexts, ShowStandardError) {
  result_.attempts[0].stderr_excerpt = "Traceback\nBoom";
  EXPECT_THAT(text(), ContainsRegex("stderr +Traceback\n +Boom\n"));
}

TEST_F(FailureTexts, SayWhenTheVectorDoesNotGate) {
  EXPECT_THAT(text(), Not(HasSubstr("non-gating")));
  result_.gating = false;
  EXPECT_THAT(text(), HasSubstr("non-gating"));
}

TEST(ShownJson, StandsOnOneLineWhenShort) {
  EXPECT_EQ(shown_json({{"a", Json::array({1, 2})}}, 100), "{\"a\":[1,2]}");
}

TEST(ShownJson, IsSpreadWhenLong) {
  EXPECT_THAT(shown_json({{"a", std::string(120, 'x')}}, 1000), StartsWith("{\n  \"a\": "));
}

TEST(ShownJson, IsCutWithANote) {
  EXPECT_EQ(shown_json(Json(std::string(30, 'x')), 11), "\"xxxxxxxxxx … (21 more bytes)");
}

TEST(ShownJson, IsNeverCutInsideACharacter) {
  EXPECT_EQ(shown_json(Json("éééé"), 4), "\"é … (7 more bytes)");
}

TEST(ShownJson, SurvivesBytesThatAreNoText) {
  EXPECT_THAT(shown_json(Json("a\xFF"), 100), HasSubstr("\xEF\xBF\xBD"));
}

}  // namespace
}  // namespace conformance::failure_text_test
