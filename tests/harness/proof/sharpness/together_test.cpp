#include "harness/proof/sharpness/together.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::together_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TogetherScores, AreShares) {
  TogetherScore const score{.mistakes = 8, .found = 6, .faults = 4, .belonging = 3};
  EXPECT_DOUBLE_EQ(score.recall(), 0.75);
  EXPECT_DOUBLE_EQ(score.precision(), 0.75);
}

TEST(TogetherScores, OfNothingAreWhole) {
  EXPECT_DOUBLE_EQ(TogetherScore{}.recall(), 1);
  EXPECT_DOUBLE_EQ(TogetherScore{}.precision(), 1);
}

TEST(TogetherBars, AskLessOfMoreMistakesAtOnce) {
  EXPECT_DOUBLE_EQ(bar_of(1).recall, 1);
  EXPECT_DOUBLE_EQ(bar_of(5).recall, 0.98);
  EXPECT_DOUBLE_EQ(bar_of(20).precision, 0.95);
  EXPECT_DOUBLE_EQ(bar_of(80).precision, 0.9);
}

/// A vector of that clause, which looks at one member of what a text is split into.
Json looking_at(std::string const& member, Json const& expected, std::string const& clause, std::string const& id,
                std::string const& text = "text") {
  return sample_vector({{"id", id},
                        {"clauses", Json::array({clause})},
                        {"given", {{"text", text}}},
                        {"expect", {{"value", {{"$subset", {{member, expected}}}}}}}});
}

using Change = std::function<void(Json& result, std::string const& text)>;

Deviation changing(std::string id, std::string clause, Change change) {
  return {.id = std::move(id),
          .clause = std::move(clause),
          .breaks = "",
          .answer = [change = std::move(change)](std::string const& operation, Json const& params,
                                                 AskReference const& reference) {
            Reply reply = reference(operation, params);
            change(reply.value, params.at("text").get<std::string>());
            return reply;
          }};
}

Deviation refusing(std::string id, std::string clause) {
  return {.id = std::move(id),
          .clause = std::move(clause),
          .breaks = "",
          .answer = [](std::string const&, Json const&, AskReference const&) {
            return Reply{.status = Reply::Status::error, .value = {{"kind", "ValueError"}, {"message", "no"}}};
          }};
}

Deviation loud_body() {
  return changing("loud-body", "P1.1-01", [](Json& result, std::string const& text) { result["body"] = text + "!"; });
}

Deviation made_up_frontmatter() {
  return changing("made-up-frontmatter", "P1.2-01",
                  [](Json& result, std::string const&) { result["frontmatter"] = "made: up"; });
}

/// Judges mutants of a reference that takes every text for a body.
TogetherScore measured(std::vector<Json> const& vectors, std::vector<Deviation> const& mutants,
                       TogetherPlan const& plan, KnownMistakes::IsUnnoticed is_unnoticed = {}) {
  Suite const suite{.registry = sample_registry(), .corpus = sample_corpus(vectors)};
  FakeSubject reference({"split"}, [](std::string const&, Json const& params) {
    return result_reply({{"frontmatter", nullptr}, {"body", params.at("text")}});
  });
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  DeviationJudge const judge(suite.registry, Profile::lenient, reference, mock);
  SignatureMaker const signatures(suite.corpus);
  KnownMistakes known(judge, signatures, std::move(is_unnoticed));
  return measure_together(plan, suite, mutants, judge, signatures, known);
}

TEST(HttpTogether, MistakesAtDifferentPlacesAreAllFoundInEachRound) {
  TogetherScore const score =
      measured({looking_at("body", "text", "P1.1-01", "body"), looking_at("frontmatter", nullptr, "P1.2-01", "none")},
               {loud_body(), made_up_frontmatter()}, {.at_once = 2, .rounds = 3});
  EXPECT_EQ(score.mistakes, 6U);
  EXPECT_EQ(score.found, 6U);
  EXPECT_EQ(score.faults, 6U);
  EXPECT_EQ(score.belonging, 6U);
  EXPECT_THAT(score.missed, IsEmpty());
  EXPECT_THAT(score.wrong, IsEmpty());
}

TEST(HttpTogether, WhatIsKnownToShowNothingIsNotTried) {
  std::vector<std::string> requested;
  auto const is_unnoticed = [&requested](Deviation const& mutant, Vector const& vector) {
    requested.push_back(mutant.id + " " + vector.id);
    return mutant.id != "loud-body";
  };
  TogetherScore const score =
      measured({looking_at("body", "text", "P1.1-01", "body"), looking_at("frontmatter", nullptr, "P1.2-01", "none")},
               {loud_body(), made_up_frontmatter()}, {.at_once = 1, .rounds = 8}, is_unnoticed);
  EXPECT_THAT(requested, testing::Not(IsEmpty()));
  EXPECT_LT(score.found, 8U) << "the made up frontmatter is said to show nowhere";
  EXPECT_GT(score.found, 0U);
}

TEST(HttpTogether, MistakeThatAnotherOneCoversIsLeftOut) {
  TogetherScore const score =
      measured({looking_at("body", "text", "P1.1-01", "body"), looking_at("frontmatter", nullptr, "P1.2-01", "none")},
               {refusing("nothing-is-split", "P1.1-01"), made_up_frontmatter()}, {.at_once = 2, .rounds = 1});
  EXPECT_EQ(score.mistakes, 1U) << "where nothing is split, no frontmatter is made up that anybody sees";
  EXPECT_EQ(score.found, 1U);
  EXPECT_EQ(score.faults, 1U);
  EXPECT_DOUBLE_EQ(score.recall(), 1);
  EXPECT_DOUBLE_EQ(score.precision(), 1);
}

TEST(HttpTogether, FaultOfAnotherClauseLowersThePrecision) {
  // Nobody knows the mistake, so that each of its two forms is laid to the clause of the vector that shows it.
  Deviation const mistake = changing("two-forms", "P1.1-01", [](Json& result, std::string const& text) {
    if (text == "loud")
      result["body"] = "loud!";
    else
      result["frontmatter"] = "made: up";
  });
  TogetherScore const score = measured({looking_at("body", "loud", "P1.1-01", "body", "loud"),
                                        looking_at("frontmatter", nullptr, "P1.2-01", "none", "quiet")},
                                       {mistake}, {.at_once = 1, .rounds = 1, .unknown = true});
  EXPECT_EQ(score.faults, 2U);
  EXPECT_EQ(score.belonging, 1U);
  EXPECT_DOUBLE_EQ(score.precision(), 0.5);
  EXPECT_DOUBLE_EQ(score.recall(), 1);
  EXPECT_THAT(score.wrong, ElementsAre(AllOf(HasSubstr("split /frontmatter"), HasSubstr("[P1.2-01]"),
                                             HasSubstr("shown by load/sample/none"))));
}

TEST(HttpTogether, MistakeThatIsLaidToAnotherClauseLowersTheRecall) {
  Deviation const mistake = changing("loud-sometimes", "P1.1-01", [](Json& result, std::string const& text) {
    if (text.starts_with("loud")) result["body"] = text + "!";
  });
  // Both vectors of the other clause show it, and one of them is the narrowest; of two of its own one shows it.
  Json const own_and_wide = sample_vector({{"id", "one"},
                                           {"clauses", Json::array({"P1.1-01"})},
                                           {"given", {{"text", "loud one"}}},
                                           {"expect", {{"value", {{"frontmatter", nullptr}, {"body", "loud one"}}}}}});
  TogetherScore const score = measured({own_and_wide, looking_at("body", "quiet", "P1.1-01", "quiet", "quiet"),
                                        looking_at("body", "loud two", "P1.2-01", "two", "loud two"),
                                        looking_at("body", "loud three", "P1.2-01", "three", "loud three")},
                                       {mistake}, {.at_once = 1, .rounds = 1, .unknown = true});
  EXPECT_EQ(score.mistakes, 1U);
  EXPECT_EQ(score.found, 0U);
  EXPECT_EQ(score.belonging, 0U);
  EXPECT_DOUBLE_EQ(score.recall(), 0);
  EXPECT_THAT(score.missed, ElementsAre("loud-sometimes (P1.1-01)"));
}

TEST(HttpTogether, SameSeedDrawsTheSameMistakes) {
  std::vector<Json> const vectors = {looking_at("body", "text", "P1.1-01", "body"),
                                     looking_at("frontmatter", nullptr, "P1.2-01", "none")};
  std::vector<Deviation> const mutants = {loud_body(), made_up_frontmatter(), refusing("refused", "P1.2-02")};
  TogetherPlan const plan{.at_once = 2, .rounds = 4, .seed = 7};
  EXPECT_EQ(measured(vectors, mutants, plan), measured(vectors, mutants, plan));
}

}  // namespace
}  // namespace conformance::together_test
