#include "harness/proof/readings/closed_readings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::closed_readings_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

ClauseRegistry registry_of_readings() {
  return ClauseRegistry(parse_page("## §1.1 Files\nClass: file-format\n"
                                   "- **P1.1-01** MUST — Files are read.\n"
                                   "- **P1.1-04** MUST · contested A-001 — Blanks count.\n",
                                   "spec/01.md"),
                        parse_decisions("## A-001 — Blanks\nReadings:\n"
                                        "- **literal** · as-written — a\n"
                                        "- **shouted** · public — b\n"
                                        "- **amended** · live only — c\n",
                                        "spec/decisions.md"));
}

/// Splits every text into its body, and loads a file as these instructions.
Reply read_as_body(std::string const& operation, Json const& params) {
  if (operation == "split") return result_reply({{"frontmatter", nullptr}, {"body", params.at("text")}});
  return result_reply({{"kind", "prompt"}, {"instructions", read_file(params.at("path").get<std::string>())}});
}

/// The reading by which "quiet" is split as another text.
ReadingRule rule(std::string const& reading, std::string const& body) {
  ReadingRule made{.decision = "A-001", .reading = reading};
  made.deviation.id = "A-001 " + reading;
  made.deviation.answer = [body](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation == "split" && reply.value.at("body") == "quiet") reply.value["body"] = body;
    return reply;
  };
  return made;
}

Json value_of(std::string const& body) {
  return {{"value", {{"frontmatter", nullptr}, {"body", body}}}};
}

/// A vector that knows the readings of what "quiet" is split into.
Json const contested = {
    {"id", "contested"},
    {"clauses", Json::array({"P1.1-04"})},
    {"given", {{"text", "quiet"}}},
    {"expect",
     {{"readings", {{"literal", value_of("quiet")}, {"shouted", value_of("LOUD")}, {"amended", value_of("calm")}}}}}};
Json const strict = {{"id", "strict"}, {"given", {{"text", "quiet"}}}, {"expect", value_of("quiet")}};
Json const other = {{"id", "other"}, {"given", {{"text", "else"}}}, {"expect", value_of("else")}};

class HttpClosedReadings : public testing::Test {
 protected:
  std::vector<ReadingFate> judged(std::vector<Json> const& vectors, std::vector<ReadingRule> const& rules,
                                  Way way = Way::direct) {
    MutantJudge const lenient(registry_, Profile::lenient, subject_, mock_, way);
    MutantJudge const live(registry_, Profile::live, subject_, mock_, way);
    return judge_readings(corpus_of(vectors), registry_, rules, lenient, live);
  }

  std::vector<ReadingFate> combined(std::vector<Json> const& vectors, std::vector<ReadingRule> const& rules) {
    MutantJudge const lenient(registry_, Profile::lenient, subject_, mock_);
    return judge_combinations(corpus_of(vectors), registry_, rules, 20, 1, lenient);
  }

  ReadingFate of_public_ones(std::vector<Json> const& vectors, std::vector<ReadingRule> const& rules) {
    MutantJudge const lenient(registry_, Profile::lenient, subject_, mock_);
    return judge_public(corpus_of(vectors), registry_, rules, lenient);
  }

  ClauseRegistry const registry_ = registry_of_readings();

 private:
  static Corpus corpus_of(std::vector<Json> const& changes) {
    std::vector<Json> vectors;
    for (Json const& change : changes) vectors.push_back(sample_vector(change));
    return sample_corpus(vectors);
  }

  FakeSubject subject_{{"split", "load"}, read_as_body};
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpClosedReadings, AreNamedByAVectorThatKnowsThem) {
  std::vector<ReadingFate> const fates = judged({contested, other}, {rule("shouted", "LOUD")});
  ASSERT_THAT(fates, SizeIs(1));
  EXPECT_THAT(fates[0].readings, ElementsAre("A-001 shouted"));
  EXPECT_THAT(fates[0].changes, ElementsAre("load/sample/contested pass shouted"));
  EXPECT_THAT(fates[0].failing, IsEmpty());
  EXPECT_TRUE(fates[0].is_named);
}

TEST_F(HttpClosedReadings, AreAccusedByAVectorThatDoesNotKnowThem) {
  std::vector<ReadingFate> const fates = judged({contested, strict, other}, {rule("shouted", "LOUD")});
  EXPECT_THAT(fates.at(0).failing, ElementsAre("load/sample/strict: the answer differs"));
}

TEST_F(HttpClosedReadings, AreUnnamedWhereNoVectorAnswersOtherwise) {
  std::vector<ReadingFate> const fates = judged({other}, {rule("shouted", "LOUD")});
  EXPECT_THAT(fates.at(0).changes, IsEmpty());
  EXPECT_FALSE(fates.at(0).is_named);
}

TEST_F(HttpClosedReadings, ThatDepartFromAMustAreJudgedInLive) {
  EXPECT_THAT(judged({contested}, {rule("amended", "calm")}).at(0).failing, IsEmpty());
  EXPECT_THAT(judged({strict}, {rule("amended", "calm")}).at(0).failing, SizeIs(1));
  EXPECT_TRUE(judged({contested}, {rule("amended", "calm")}).at(0).is_named);
  EXPECT_FALSE(judged({strict}, {rule("amended", "calm")}).at(0).is_named);
}

TEST_F(HttpClosedReadings, AreNotFollowedWhereNothingCanShowThem) {
  EXPECT_THAT(judged({strict}, {{.decision = "A-001", .reading = "shouted", .unobservable = "invisible"}}), IsEmpty());
}

TEST_F(HttpClosedReadings, OfSplitAreFollowedWhereAFileIsLoaded) {
  std::vector<ReadingFate> const fates = judged({contested, strict}, {rule("shouted", "LOUD")}, Way::load);
  EXPECT_THAT(fates.at(0).changes,
              ElementsAre("load/sample/contested [load] pass shouted", "load/sample/strict [load] fail "));
  EXPECT_THAT(fates.at(0).failing, ElementsAre(StartsWith("load/sample/strict [load]: ")));
}

TEST_F(HttpClosedReadings, OfTheAgentAreFollowedWhereASplitIsPlayedAsLoad) {
  ReadingRule named{.decision = "A-001", .reading = "shouted"};
  named.deviation.id = "A-001 shouted";
  named.deviation.answer = [](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation == "load") reply.value["name"] = "LOUD";
    return reply;
  };
  EXPECT_THAT(judged({strict}, {named}).at(0).failing, IsEmpty());
  EXPECT_THAT(judged({strict}, {named}, Way::load).at(0).failing, SizeIs(1));
}

TEST_F(HttpClosedReadings, AreAccusedInCombinationsThatChooseThem) {
  std::vector<ReadingFate> const fates = combined({strict}, {rule("shouted", "LOUD"), rule("amended", "calm")});
  ASSERT_THAT(fates, SizeIs(20));
  std::size_t followed = 0;
  for (ReadingFate const& fate : fates) {
    // A departure is never chosen; the reading of the reference is, as often as the other.
    if (!fate.readings.empty()) {
      EXPECT_THAT(fate.readings, ElementsAre("A-001 shouted"));
      ++followed;
    }
    EXPECT_EQ(fate.failing.size(), fate.readings.size());
  }
  EXPECT_GT(followed, 0u);
  EXPECT_LT(followed, 20u);
}

TEST_F(HttpClosedReadings, MayBeAboutNoDecision) {
  ReadingRule undecided = rule("shouted", "LOUD");
  undecided.decision = undecided_public_point;
  undecided.deviation.id = "public shouted";
  std::vector<ReadingFate> const fates = judged({contested, strict}, {undecided});
  EXPECT_THAT(fates.at(0).readings, ElementsAre("public shouted"));
  EXPECT_THAT(fates.at(0).failing, ElementsAre("load/sample/strict: the answer differs"));
  EXPECT_TRUE(fates.at(0).is_named);
  EXPECT_THAT(of_public_ones({contested}, {undecided}).readings, ElementsAre("public shouted"));
  EXPECT_FALSE(judged({other}, {undecided}).at(0).is_named);
}

TEST_F(HttpClosedReadings, OfThePublicSpecificationAreFollowedAtOnce) {
  std::vector<ReadingRule> const rules = {rule("shouted", "LOUD"), rule("amended", "calm")};
  ReadingFate const fate = of_public_ones({contested, strict}, rules);
  EXPECT_THAT(fate.readings, ElementsAre("A-001 shouted"));
  EXPECT_THAT(fate.failing, SizeIs(1));
  EXPECT_THAT(of_public_ones({contested}, rules).failing, IsEmpty());
}

TEST_F(HttpClosedReadings, WithoutRuleAreThoseThatTheReferenceDoesNotTake) {
  EXPECT_THAT(readings_without_rule(registry_, {rule("shouted", "LOUD")}), ElementsAre("A-001 amended"));
  EXPECT_THAT(readings_without_rule(registry_, {}), ElementsAre("A-001 shouted", "A-001 amended"));
}

}  // namespace
}  // namespace conformance::closed_readings_test
