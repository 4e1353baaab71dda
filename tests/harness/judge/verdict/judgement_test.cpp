#include "harness/judge/verdict/judgement.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::judgement_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Reply result(Json const& value) {
  return {.status = Reply::Status::result, .value = value};
}

Reply raised(Json const& error) {
  return {.status = Reply::Status::error, .value = error};
}

Reply ended(Reply::Status status) {
  return {.status = status, .detail = "the reason"};
}

ExpectedOutcome value(Json const& expectation) {
  return {.value = expectation, .error = std::nullopt};
}

ExpectedOutcome error(Json const& expected) {
  return one_sample_vector({{"expect", {{"error", expected}}}}).steps[0].expect.outcome;
}

TEST(OutcomesThatAreValues, PassWhenTheyMatch) {
  Judgement const judgement = judge_outcome(value({{"a", {{"$type", "string"}}}}), result({{"a", "x"}}));
  EXPECT_EQ(judgement.status, Status::pass);
  EXPECT_EQ(judgement.detail, "");
  EXPECT_TRUE(judgement.differences.empty());
}

TEST(OutcomesThatAreValues, FailWithTheFirstDifference) {
  Judgement const judgement = judge_outcome(value({{"a", 1}}), result({{"a", 2}}));
  EXPECT_EQ(judgement.status, Status::fail);
  ASSERT_FALSE(judgement.differences.empty());
  EXPECT_EQ(judgement.differences.at(0).pointer, "/a");
  EXPECT_EQ(judgement.differences.at(0).expected, 1);
  EXPECT_EQ(judgement.differences.at(0).got, 2);
}

TEST(OutcomesThatAreValues, FailOnErrors) {
  Judgement const judgement = judge_outcome(value(1), raised({{"kind", "ValueError"}, {"message", "no"}}));
  EXPECT_EQ(judgement.status, Status::fail);
  ASSERT_FALSE(judgement.differences.empty());
  EXPECT_EQ(judgement.differences.at(0).expected, 1);
  EXPECT_EQ(judgement.differences.at(0).got, Json({{"kind", "ValueError"}, {"message", "no"}}));
}

TEST(OutcomesThatAreErrors, PassByTheirKind) {
  EXPECT_EQ(judge_outcome(error({{"kind", "ValueError"}}), raised({{"kind", "ValueError"}, {"message", "any"}})).status,
            Status::pass);
}

TEST(OutcomesThatAreErrors, PassForAnyKindWhenNoneIsNamed) {
  for (std::string const kind : {"ValueError", "InvokerError"})
    EXPECT_EQ(judge_outcome(error(Json::object()), raised({{"kind", kind}, {"message", "any"}})).status, Status::pass);
  EXPECT_EQ(judge_outcome(error(Json::object()), result(1)).status, Status::fail);
  EXPECT_EQ(judge_outcome(error(Json::object()), ended(Reply::Status::crash)).status, Status::crash);
}

TEST(OutcomesThatAreErrors, FailOnAnotherKind) {
  Judgement const judgement =
      judge_outcome(error({{"kind", "ValueError"}}), raised({{"kind", "RuntimeError"}, {"message", "any"}}));
  EXPECT_EQ(judgement.status, Status::fail);
  ASSERT_FALSE(judgement.differences.empty());
  EXPECT_EQ(judgement.differences.at(0).pointer, "/kind");
  EXPECT_EQ(judgement.differences.at(0).expected, "ValueError");
  EXPECT_EQ(judgement.differences.at(0).got, "RuntimeError");
}

TEST(OutcomesThatAreErrors, FailOnValues) {
  Judgement const judgement = judge_outcome(error({{"kind", "ValueError"}}), result(7));
  EXPECT_EQ(judgement.status, Status::fail);
  ASSERT_FALSE(judgement.differences.empty());
  EXPECT_EQ(judgement.differences.at(0).expected, Json({{"kind", "ValueError"}}));
  EXPECT_EQ(judgement.differences.at(0).got, 7);
}

TEST(OutcomesThatAreErrors, MayAskForTheMessage) {
  ExpectedOutcome const exact = error({{"kind", "ValueError"}, {"message", "no name"}});
  EXPECT_EQ(judge_outcome(exact, raised({{"kind", "ValueError"}, {"message", "no name"}})).status, Status::pass);
  Judgement const other = judge_outcome(exact, raised({{"kind", "ValueError"}, {"message", "no names"}}));
  EXPECT_EQ(other.status, Status::fail);
  EXPECT_EQ(other.differences.at(0).pointer, "/message");
  ExpectedOutcome const pattern = error({{"kind", "ValueError"}, {"message", {{"$match", "no [a-z]+"}}}});
  EXPECT_EQ(judge_outcome(pattern, raised({{"kind", "ValueError"}, {"message", "no value"}})).status, Status::pass);
  EXPECT_EQ(judge_outcome(pattern, raised({{"kind", "ValueError"}, {"message", "no 5"}})).status, Status::fail);
}

TEST(OutcomesThatAreErrors, MayAskForAPartOfTheMessage) {
  ExpectedOutcome const part = error({{"kind", "ValueError"}, {"messageContains", "name"}});
  EXPECT_EQ(judge_outcome(part, raised({{"kind", "ValueError"}, {"message", "no name."}})).status, Status::pass);
  Judgement const other = judge_outcome(part, raised({{"kind", "ValueError"}, {"message", "no Name."}}));
  EXPECT_EQ(other.status, Status::fail);
  EXPECT_EQ(other.differences.at(0).pointer, "/message");
  EXPECT_EQ(other.differences.at(0).expected, "name");
}

TEST(OutcomesThatAreErrors, MayAskForAPartialResult) {
  ExpectedOutcome const partial = error({{"kind", "ValueError"}, {"partial", {{"done", Json::array({1})}}}});
  Json const right = {{"kind", "ValueError"}, {"message", ""}, {"partial", {{"done", Json::array({1})}}}};
  EXPECT_EQ(judge_outcome(partial, raised(right)).status, Status::pass);
  Judgement const missing = judge_outcome(partial, raised({{"kind", "ValueError"}, {"message", ""}}));
  EXPECT_EQ(missing.status, Status::fail);
  EXPECT_EQ(missing.differences.at(0).pointer, "/partial");
  Json const wrong = {{"kind", "ValueError"}, {"message", ""}, {"partial", {{"done", Json::array({2})}}}};
  EXPECT_EQ(judge_outcome(partial, raised(wrong)).differences.at(0).pointer, "/partial/done/0");
}

TEST(OutcomesWithoutAnAnswer, KeepTheirStatus) {
  for (ExpectedOutcome const& expected : {value(1), error({{"kind", "ValueError"}})}) {
    Judgement const crash = judge_outcome(expected, ended(Reply::Status::crash));
    EXPECT_EQ(crash.status, Status::crash);
    EXPECT_EQ(crash.detail, "the reason");
    Judgement const timeout = judge_outcome(expected, ended(Reply::Status::timeout));
    EXPECT_EQ(timeout.status, Status::timeout);
    EXPECT_EQ(timeout.detail, "the reason");
  }
}

TEST(OutcomesWithoutAnAnswer, AreFailuresWhenTheProtocolIsBroken) {
  for (ExpectedOutcome const& expected : {value(1), error({{"kind", "ValueError"}})}) {
    Judgement const judgement = judge_outcome(expected, ended(Reply::Status::protocol_fault));
    EXPECT_EQ(judgement.status, Status::fail);
    EXPECT_THAT(judgement.detail, HasSubstr("the reason"));
  }
}

TEST(OutcomesWithoutAnAnswer, AreFailuresWhenTheOperationWasDeclared) {
  for (ExpectedOutcome const& expected : {value(1), error({{"kind", "ValueError"}})}) {
    EXPECT_EQ(judge_outcome(expected, ended(Reply::Status::unsupported)).status, Status::fail);
    EXPECT_THAT(judge_outcome(expected, ended(Reply::Status::unsupported)).detail, HasSubstr("-32601"));
    EXPECT_EQ(judge_outcome(expected, ended(Reply::Status::unsupported_input)).status, Status::fail);
    EXPECT_THAT(judge_outcome(expected, ended(Reply::Status::unsupported_input)).detail, HasSubstr("-32001"));
  }
}

/// A vector of P1.1-04, contested by A-001 (literal: as-written, modern: live, third: nobody).
Vector contested(Json const& readings) {
  return one_sample_vector({{"clauses", Json::array({"P1.1-04"})}, {"expect", {{"readings", readings}}}});
}

Json const all_readings = {{"literal", {{"value", 1}}}, {"modern", {{"value", 2}}}, {"third", {{"value", 3}}}};

std::vector<std::string> names_accepted(Vector const& vector, Profile profile) {
  std::vector<std::string> names;
  ClauseRegistry const registry = sample_registry();
  for (ExpectedReading const& reading : accepted_readings(vector.steps[0].expect, vector, registry, profile))
    names.push_back(reading.name);
  return names;
}

TEST(AcceptedReadings, AreThoseOfTheProfile) {
  EXPECT_THAT(names_accepted(contested(all_readings), Profile::as_written), ElementsAre("literal"));
  EXPECT_THAT(names_accepted(contested(all_readings), Profile::live), ElementsAre("modern"));
  EXPECT_THAT(names_accepted(contested(all_readings), Profile::lenient), ElementsAre("literal", "modern", "third"));
}

TEST(AcceptedReadings, FallBackToAsWrittenWhereLiveHasNone) {
  Vector const vector =
      one_sample_vector({{"clauses", Json::array({"P1.1-05"})},
                         {"expect", {{"readings", {{"exact", {{"value", 1}}}, {"loose", {{"value", 2}}}}}}}});
  EXPECT_THAT(names_accepted(vector, Profile::live), ElementsAre("exact"));
  EXPECT_THAT(names_accepted(vector, Profile::as_written), ElementsAre("exact"));
}

TEST(AcceptedReadings, AreLookedUpInTheDecisionOfAnyCitedClause) {
  Vector const vector = one_sample_vector(
      {{"clauses", Json::array({"P1.1-01", "P1.1-05", "P1.1-04"})}, {"expect", {{"readings", all_readings}}}});
  EXPECT_THAT(names_accepted(vector, Profile::as_written), ElementsAre("literal"));
}

TEST(AcceptedReadings, AreNoneWhenNoDecisionKnowsThem) {
  Vector const vector = contested({{"literal", {{"value", 1}}}, {"invented", {{"value", 2}}}});
  EXPECT_THAT(names_accepted(vector, Profile::as_written), IsEmpty());
  EXPECT_THAT(names_accepted(vector, Profile::live), IsEmpty());
}

Judgement judged(Vector const& vector, Reply const& reply, Profile profile) {
  return judge_reply(vector.steps[0].expect, reply, vector, sample_registry(), profile);
}

TEST(ContestedAnswers, PassInTheReadingOfTheProfileAndNameIt) {
  Judgement const judgement = judged(contested(all_readings), result(1), Profile::as_written);
  EXPECT_EQ(judgement.status, Status::pass);
  EXPECT_EQ(judgement.reading, "literal");
  EXPECT_EQ(judged(contested(all_readings), result(2), Profile::as_written).status, Status::fail);
  EXPECT_EQ(judged(contested(all_readings), result(2), Profile::live).reading, "modern");
  EXPECT_EQ(judged(contested(all_readings), result(1), Profile::live).status, Status::fail);
}

TEST(ContestedAnswers, PassInAnyReadingWhenLenientAndNameIt) {
  Judgement const judgement = judged(contested(all_readings), result(3), Profile::lenient);
  EXPECT_EQ(judgement.status, Status::pass);
  EXPECT_EQ(judgement.reading, "third");
}

TEST(ContestedAnswers, FailWhenNoReadingHolds) {
  Judgement const judgement = judged(contested(all_readings), result(9), Profile::lenient);
  EXPECT_EQ(judgement.status, Status::fail);
  EXPECT_EQ(judgement.reading, "");
  EXPECT_THAT(judgement.detail, HasSubstr("none of the 3"));
  EXPECT_EQ(judgement.differences.at(0).expected, 1);
}

TEST(ContestedAnswers, ThatFailAreComparedWithTheNearestReading) {
  Vector const vector = contested({{"literal", {{"value", {{"a", 1}, {"b", 1}}}}},
                                   {"modern", {{"error", {{"kind", "ValueError"}}}}},
                                   {"third", {{"value", {{"a", 2}, {"b", 2}}}}}});
  Judgement const judgement = judged(vector, result({{"a", 2}, {"b", 9}}), Profile::lenient);
  ASSERT_EQ(judgement.differences.size(), 1u);
  EXPECT_EQ(judgement.differences[0].pointer, "/b");
  EXPECT_EQ(judgement.differences[0].expected, 2);
  EXPECT_EQ(judgement.nearest, "third");
  EXPECT_THAT(judgement.detail, HasSubstr("nearest is third"));
  // An answer that ends otherwise than all values is near only to the reading that has an error.
  Judgement const refused = judged(vector, raised({{"kind", "TypeError"}, {"message", ""}}), Profile::lenient);
  EXPECT_EQ(refused.nearest, "modern");
  EXPECT_EQ(refused.differences.at(0).pointer, "/kind");
}

TEST(ContestedAnswers, ThatOnlyLiveAcceptsFailAndSaySo) {
  ClauseRegistry const registry(
      parse_page("## §1.1 Files\nClass: file-format\n- **P1.1-04** MUST · contested A-001 — Blanks count.\n",
                 "spec/01.md"),
      parse_decisions("## A-001 — Blanks\nReadings:\n- **literal** · as-written — a\n- **amended** · live only — b\n",
                      "spec/decisions.md"));
  Vector const vector = contested({{"literal", {{"value", 1}}}, {"amended", {{"value", 2}}}});
  auto const detail = [&](int value) {
    return judge_reply(vector.steps[0].expect, result(value), vector, registry, Profile::lenient).detail;
  };
  EXPECT_EQ(detail(2), "the answer differs; the profile live accepts it (A-001, amended)");
  EXPECT_EQ(detail(3), "the answer differs");
}

TEST(ContestedAnswers, MayBeErrorsInOneReadingOnly) {
  Vector const vector = contested({{"literal", {{"error", {{"kind", "ValueError"}}}}}, {"modern", {{"value", 2}}}});
  Reply const refused = raised({{"kind", "ValueError"}, {"message", ""}});
  EXPECT_EQ(judged(vector, refused, Profile::as_written).status, Status::pass);
  EXPECT_EQ(judged(vector, result(2), Profile::as_written).status, Status::fail);
  EXPECT_EQ(judged(vector, result(2), Profile::lenient).reading, "modern");
}

TEST(ContestedAnswers, KeepCrashes) {
  EXPECT_EQ(judged(contested(all_readings), ended(Reply::Status::crash), Profile::lenient).status, Status::crash);
}

TEST(ContestedAnswers, AreNoFaultWhenTheVectorHasNoReadingForTheProfile) {
  Vector const vector = contested({{"modern", {{"value", 2}}}, {"third", {{"value", 3}}}});
  EXPECT_EQ(judged(vector, result(2), Profile::as_written).status, Status::error);
  EXPECT_EQ(judged(vector, result(2), Profile::live).status, Status::pass);
}

TEST(UncontestedAnswers, AreTheSameInEveryProfile) {
  Vector const vector = one_sample_vector({{"expect", {{"value", 1}}}});
  for (Profile const profile : {Profile::as_written, Profile::lenient, Profile::live}) {
    EXPECT_EQ(judged(vector, result(1), profile).status, Status::pass);
    EXPECT_EQ(judged(vector, result(1), profile).reading, "");
    EXPECT_EQ(judged(vector, result(2), profile).status, Status::fail);
  }
}

TEST(Statuses, AreFailuresWhenTheSubjectDidNotDoItsPart) {
  EXPECT_TRUE(is_failure(Status::fail));
  EXPECT_TRUE(is_failure(Status::crash));
  EXPECT_TRUE(is_failure(Status::timeout));
  EXPECT_FALSE(is_failure(Status::pass));
  EXPECT_FALSE(is_failure(Status::error));
  EXPECT_FALSE(is_failure(Status::unsupported));
}

}  // namespace
}  // namespace conformance::judgement_test
