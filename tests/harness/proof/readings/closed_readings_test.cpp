#include "harness/proof/readings/closed_readings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
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
Deviation rule(std::string const& reading, std::string const& body) {
  Deviation made{.id = "A-001 " + reading, .clause = "A-001", .breaks = "", .answer = {}, .reading = reading};
  made.answer = [body](std::string const& operation, Json const& params, AskReference const& reference) {
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

Corpus corpus_of(std::vector<Json> const& changes) {
  std::vector<Json> vectors;
  for (Json const& change : changes) vectors.push_back(sample_vector(change));
  return sample_corpus(vectors);
}

class HttpClosedReadings : public testing::Test {
 protected:
  std::vector<ReadingFate> judged(std::vector<Json> const& vectors, std::vector<Deviation> const& rules,
                                  Way way = Way::direct) {
    return fates_of(vectors, followed_alone(rules, registry_), way);
  }

  std::vector<ReadingFate> combined(std::vector<Json> const& vectors, std::vector<Deviation> const& rules) {
    return fates_of(vectors, followed_together(rules, registry_, 20, 1));
  }

  ReadingFate of_public_ones(std::vector<Json> const& vectors, std::vector<Deviation> const& rules) {
    return fates_of(vectors, {followed_public(rules, registry_)}).at(0);
  }

  ClauseRegistry const registry_ = registry_of_readings();

 private:
  std::vector<ReadingFate> fates_of(std::vector<Json> const& vectors, std::vector<FollowedReadings> followed,
                                    Way way = Way::direct) {
    ReadingsPlan const plan{.followed = std::move(followed),
                            .is_wanted = [way](FollowedReadings const&, Way judged) { return judged == way; }};
    return judge_readings(corpus_of(vectors), registry_, plan, subject_, mock_).fates;
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
  Deviation unobservable = rule("shouted", "LOUD");
  unobservable.unobservable = "invisible";
  EXPECT_THAT(judged({strict}, {unobservable}), IsEmpty());
}

TEST_F(HttpClosedReadings, OfSplitAreFollowedWhereAFileIsLoaded) {
  std::vector<ReadingFate> const fates = judged({contested, strict}, {rule("shouted", "LOUD")}, Way::load);
  EXPECT_THAT(fates.at(0).changes,
              ElementsAre("load/sample/contested [load] pass shouted", "load/sample/strict [load] fail "));
  EXPECT_THAT(fates.at(0).failing, ElementsAre(StartsWith("load/sample/strict [load]: ")));
}

TEST_F(HttpClosedReadings, OfTheAgentAreFollowedWhereASplitIsPlayedAsLoad) {
  Deviation named{.id = "A-001 shouted", .clause = "A-001", .breaks = "", .answer = {}, .reading = "shouted"};
  named.answer = [](std::string const& operation, Json const& params, AskReference const& reference) {
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
  Deviation undecided = rule("shouted", "LOUD");
  undecided.clause = undecided_public_point;
  undecided.id = "public shouted";
  std::vector<ReadingFate> const fates = judged({contested, strict}, {undecided});
  EXPECT_THAT(fates.at(0).readings, ElementsAre("public shouted"));
  EXPECT_THAT(fates.at(0).failing, ElementsAre("load/sample/strict: the answer differs"));
  EXPECT_TRUE(fates.at(0).is_named);
  EXPECT_THAT(of_public_ones({contested}, {undecided}).readings, ElementsAre("public shouted"));
  EXPECT_FALSE(judged({other}, {undecided}).at(0).is_named);
}

TEST_F(HttpClosedReadings, OfThePublicSpecificationAreFollowedAtOnce) {
  std::vector<Deviation> const rules = {rule("shouted", "LOUD"), rule("amended", "calm")};
  ReadingFate const fate = of_public_ones({contested, strict}, rules);
  EXPECT_THAT(fate.readings, ElementsAre("A-001 shouted"));
  EXPECT_THAT(fate.failing, SizeIs(1));
  EXPECT_THAT(of_public_ones({contested}, rules).failing, IsEmpty());
}

TEST_F(HttpClosedReadings, WithoutRuleAreThoseThatTheReferenceDoesNotTake) {
  EXPECT_THAT(readings_without_rule(registry_, {rule("shouted", "LOUD")}), ElementsAre("A-001 amended"));
  EXPECT_THAT(readings_without_rule(registry_, {}), ElementsAre("A-001 shouted", "A-001 amended"));
}

/// Readings that are judged in a checkout, one time after the other.
class HttpKeptReadings : public testing::Test {
 protected:
  /// "A-001 shouted", kept by a digest. It counts how often it answers.
  Deviation shouted(std::string const& body, std::string digest) {
    Deviation made = rule("shouted", body);
    made.makeup = [digest = std::move(digest)] { return DeviationMakeup{.digest = digest}; };
    made.answer = [this, answer = made.answer](std::string const& operation, Json const& params,
                                               AskReference const& reference) {
      ++followed_;
      return answer(operation, params, reference);
    };
    return made;
  }

  ReadingFate judged(Json const& vector, Deviation const& rule, ProgramDigests program = {"judging", "answering"},
                     Playing playing = {}) {
    std::vector<Deviation> const rules = {rule};
    ReadingsPlan const plan{.followed = followed_alone(rules, registry_),
                            .is_wanted = [](FollowedReadings const&, Way way) { return way == Way::direct; },
                            .playing = std::move(playing),
                            .files = ResultFiles(folder_.path() + "/kept", folder_.path() + "/committed"),
                            .program = std::move(program),
                            .tell = [](std::string const&) {}};
    FakeSubject subject({"split"}, read_as_body);
    followed_ = 0;
    JudgedReadings made = judge_readings(corpus_of({vector}), registry_, plan, subject, mock_);
    played_ = made.played;
    return made.fates.at(0);
  }

  ClauseRegistry const registry_ = registry_of_readings();
  int followed_ = 0;
  Played played_;

 private:
  ScratchFolder const folder_;
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpKeptReadings, AreNotFollowedTwice) {
  ReadingFate const first = judged(contested, shouted("LOUD", "1"));
  EXPECT_EQ(followed_, 1);
  ReadingFate const again = judged(contested, shouted("LOUD", "1"));
  EXPECT_EQ(followed_, 0);
  EXPECT_THAT(again.changes, ElementsAre("load/sample/contested pass shouted"));
  EXPECT_EQ(again.changes, first.changes);
  EXPECT_TRUE(again.is_named);
}

TEST_F(HttpKeptReadings, OfAChangedVectorAreFollowedAgain) {
  judged(contested, shouted("LOUD", "1"));
  Json changed = contested;
  changed["expect"]["readings"].erase("shouted");
  EXPECT_THAT(judged(changed, shouted("LOUD", "1")).failing, SizeIs(1));
  EXPECT_EQ(followed_, 1);
}

TEST_F(HttpKeptReadings, OfAChangedPageAreFollowedAgain) {
  judged(contested, shouted("LOUD", "1"));
  EXPECT_THAT(judged(contested, shouted("louder", "changed")).failing, SizeIs(1));
  EXPECT_EQ(followed_, 1);
}

TEST_F(HttpKeptReadings, OfAnotherProgramAreFollowedAgain) {
  judged(contested, shouted("LOUD", "1"));
  // That what answers has become another is of no account as long as it answers the vector alike.
  judged(contested, shouted("LOUD", "1"), {"judging", "otherwise"});
  EXPECT_EQ(followed_, 1) << "this reading may ask for more";
  judged(contested, shouted("LOUD", "1"), {"otherwise", "answering"});
  EXPECT_EQ(followed_, 1);
}

TEST_F(HttpKeptReadings, ThatAVectorAccusesAreFollowedEachTime) {
  for (int time = 0; time < 3; ++time) {
    EXPECT_THAT(judged(strict, shouted("LOUD", "1")).failing, ElementsAre("load/sample/strict: the answer differs"));
    EXPECT_EQ(followed_, 1);
  }
}

TEST_F(HttpKeptReadings, AreFollowedAgainWhenTheyAreChecked) {
  judged(contested, shouted("LOUD", "1"));
  // What it does cannot become another while its digest stays; here it does.
  EXPECT_THAT(judged(contested, shouted("louder", "1"), {"judging", "answering"}, {.check_one_in = 1}).failing,
              SizeIs(1));
  EXPECT_THAT(played_.refuted, SizeIs(1));
  EXPECT_THAT(judged(contested, shouted("louder", "1")).failing, SizeIs(1)) << "it is not known as passing any more";
}

}  // namespace
}  // namespace conformance::closed_readings_test
