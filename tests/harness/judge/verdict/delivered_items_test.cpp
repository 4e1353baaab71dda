#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/judge/verdict/judgement.hpp"

namespace conformance::delivered_items_test {
namespace {

using testing::HasSubstr;

Json items(std::initializer_list<Json> list) {
  return Json::array_t(list);
}

ExpectedOutcome expected(Json const& expect) {
  return one_sample_vector({{"expect", expect}}).steps[0].expect.outcome;
}

Reply result(Json const& listed, std::vector<Json> notified = {}) {
  return {.status = Reply::Status::result, .value = {{"items", listed}}, .items = std::move(notified)};
}

Reply error(std::vector<Json> notified) {
  return {.status = Reply::Status::error,
          .value = {{"kind", "ValueError"}, {"message", "no"}},
          .items = std::move(notified)};
}

Json const any_result = {{"$type", "object"}};

TEST(DeliveredItems, AreHeldAgainstTheExpectation) {
  ExpectedOutcome const outcome = expected({{"error", Json::object()}, {"items", items({"a", "b"})}});
  EXPECT_EQ(judge_outcome(outcome, error({"a", "b"})).status, Status::pass);
  Judgement const judgement = judge_outcome(outcome, error({"a", "c"}));
  EXPECT_EQ(judgement.status, Status::fail);
  ASSERT_FALSE(judgement.differences.empty());
  EXPECT_EQ(judgement.differences.at(0).pointer, "/items/1");
  EXPECT_EQ(judge_outcome(outcome, error({})).status, Status::fail);
}

TEST(DeliveredItems, AreNotLookedAtWhereTheEndingIsWrong) {
  ExpectedOutcome const outcome = expected({{"error", {{"kind", "RuntimeError"}}}, {"items", items({"a"})}});
  EXPECT_THAT(judge_outcome(outcome, error({"b"})).detail, HasSubstr("another kind of error"));
}

TEST(DeliveredItems, HaveToBeThoseThatTheAnswerLists) {
  ExpectedOutcome const outcome = expected({{"value", any_result}});
  EXPECT_EQ(judge_outcome(outcome, result(items({"a"}), {"a"})).status, Status::pass);
  Judgement const judgement = judge_outcome(outcome, result(items({"a"}), {"b"}));
  EXPECT_EQ(judgement.status, Status::fail);
  EXPECT_THAT(judgement.detail, HasSubstr("not those that were delivered"));
}

TEST(DeliveredItems, MayBeListedOnly) {
  ExpectedOutcome const whole = expected({{"value", any_result}, {"items", items({"a"})}});
  EXPECT_EQ(judge_outcome(whole, result(items({"a"}))).status, Status::pass);
  EXPECT_EQ(judge_outcome(whole, result(items({"b"}))).status, Status::fail);
  ExpectedOutcome const broken = expected({{"error", Json::object()}, {"items", items({"a"})}});
  Reply reply = error({});
  reply.value["partial"] = {{"items", items({"a"})}};
  EXPECT_EQ(judge_outcome(broken, reply).status, Status::pass);
  reply.value["partial"] = {{"items", items({})}};
  EXPECT_EQ(judge_outcome(broken, reply).status, Status::fail);
}

TEST(DeliveredItems, MayDifferFromReadingToReading) {
  Json const readings = {{"one", {{"error", Json::object()}, {"items", items({})}}},
                         {"other", {{"error", Json::object()}, {"items", items({"a"})}}}};
  ExpectedAnswer const answer = one_sample_vector({{"expect", {{"readings", readings}}}}).steps[0].expect;
  EXPECT_EQ(judge_outcome(answer.readings[0].outcome, error({"a"})).status, Status::fail);
  EXPECT_EQ(judge_outcome(answer.readings[1].outcome, error({"a"})).status, Status::pass);
}

}  // namespace
}  // namespace conformance::delivered_items_test
