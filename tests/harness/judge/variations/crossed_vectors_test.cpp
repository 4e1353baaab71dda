#include "harness/judge/variations/crossed_vectors.hpp"

#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/variations/sample_crossing_page.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::crossed_vectors_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Vector vector_of(Json const& changes) {
  return one_sample_vector(changes);
}

Json given_with(std::string const& name, Vector const& vector) {
  return CrossedVectors(sample_crossing_page(), {}).with(vector, name, Way::direct).steps.front().given;
}

std::vector<std::string> due(Vector const& vector, VariationsWanted const& wanted) {
  return CrossedVectors(sample_crossing_page(), wanted).due(vector, Way::direct);
}

TEST(CrossedVectors, ArePlayedWithAllAtOnceAndOneAlone) {
  Vector const vector = vector_of({{"files", {{"a.txt", "a"}}}});
  EXPECT_THAT(due(vector, {.all = true, .seed = 1, .names = {}}),
              ElementsAre("all-at-once", "texts/note", "texts/in-files"));
  std::set<std::vector<std::string>> choices;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    std::vector<std::string> const usual = due(vector, {.all = false, .seed = seed, .names = {}});
    EXPECT_THAT(usual, SizeIs(2));
    EXPECT_EQ(usual.front(), "all-at-once");
    EXPECT_EQ(usual, due(vector, {.all = false, .seed = seed, .names = {}}));
    choices.insert(usual);
  }
  EXPECT_THAT(choices, SizeIs(2));
}

TEST(CrossedVectors, PlayASingleOneOnce) {
  CrossingPage page = sample_crossing_page();
  std::erase_if(page.crossings, [](Crossing const& crossing) { return crossing.name == "texts/second-note"; });
  for (bool const all : {false, true}) {
    CrossedVectors const crossed(page, {.all = all, .seed = 1, .names = {}});
    EXPECT_THAT(crossed.due(vector_of({}), Way::direct), ElementsAre("texts/note"));
  }
}

TEST(CrossedVectors, PlayASingleOneWithWhatOnlyChangesWhatItLeaves) {
  for (bool const all : {false, true})
    EXPECT_THAT(due(vector_of({}), {.all = all, .seed = 1, .names = {}}), ElementsAre("all-at-once", "texts/note"));
}

TEST(CrossedVectors, AreChosenByName) {
  EXPECT_THAT(due(vector_of({}), {.all = false, .seed = 1, .names = {"texts/note"}}), ElementsAre("texts/note"));
  EXPECT_THAT(due(vector_of({}), {.all = false, .seed = 1, .names = {"texts/in-files"}}), IsEmpty());
  EXPECT_THAT(
      input_error_of([] { static_cast<void>(due(vector_of({}), {.all = false, .seed = 1, .names = {"texts/none"}})); }),
      HasSubstr("there is no crossing 'texts/none'; spec/crossings.yaml has them all"));
}

TEST(CrossedVectors, HaveEachCrossingBesideTheOthers) {
  EXPECT_EQ(given_with("texts/note", vector_of({})), (Json{{"text", "body"}, {"note", 1}}));
  EXPECT_EQ(given_with("texts/second-note", vector_of({})), (Json{{"text", "body"}}));
  Json const all = given_with("all-at-once", vector_of({}));
  EXPECT_THAT(all, SizeIs(3));
  EXPECT_EQ(all.items().begin().key(), "text");
  EXPECT_EQ(all.value("second", 0), 2);
}

TEST(CrossedVectors, KeepNumbersBytesAndTheOrderOfMembers) {
  Json const given = Json::parse(R"({"text": "body", "z": 9007199254740993, "a": {"y": 2.0, "b": [-0.0]}})");
  Vector const vector = vector_of({{"given", given}, {"files", {{"a.bin", {{"base64", "/w=="}}}}}});
  CrossedVectors const crossed(sample_crossing_page(), {});
  Vector const with = crossed.with(vector, "texts/note", Way::direct);
  EXPECT_EQ(with.steps.front().given.dump(),
            R"({"text":"body","z":9007199254740993,"a":{"y":2.0,"b":[-0.0]},"note":1})");
  EXPECT_EQ(with.files, vector.files);
  EXPECT_EQ(with.steps.front().expect, vector.steps.front().expect);
  // A filter over text leaves other bytes alone.
  EXPECT_EQ(crossed.with(vector, "texts/in-files", Way::direct).files, vector.files);
}

TEST(CrossedVectors, MeetNoOtherOneWhenTheyAreAlone) {
  CrossingPage page = sample_crossing_page();
  page.crossings.back().alone = true;
  Vector const vector = vector_of({{"files", {{"a.txt", "a"}}}});
  CrossedVectors const crossed(page, {.all = true, .seed = 1, .names = {}});
  EXPECT_THAT(crossed.due(vector, Way::direct), ElementsAre("all-at-once", "texts/note", "texts/in-files"));
  EXPECT_EQ(crossed.with(vector, "all-at-once", Way::direct).files, vector.files);
  EXPECT_THAT(crossed.parts_of(vector_of({}), "all-at-once", Way::direct),
              ElementsAre("texts/note", "texts/second-note"));
}

TEST(CrossedVectors, MayChangeWhatIsExpectedAlike) {
  CrossingPage page = sample_crossing_page();
  page.crossings.front().change = "if .expected then .params.list += [1] | .expected.list += [1] else . end";
  Vector const vector = vector_of({{"given", {{"list", {1}}}}, {"expect", {{"value", {{"list", {1}}}}}}});
  Vector const with = CrossedVectors(page, {}).with(vector, "texts/note", Way::direct);
  EXPECT_EQ(with.steps.front().given, (Json{{"list", {1, 1}}}));
  EXPECT_EQ(with.steps.front().expect.outcome.value, (Json{{"list", {1, 1}}}));
  // Of several readings none is the one to change.
  Json const readings = {{"whole", {{"value", {{"list", {1}}}}}}, {"none", {{"value", nullptr}}}};
  Vector const contested = vector_of({{"given", {{"list", {1}}}}, {"expect", {{"readings", readings}}}});
  EXPECT_EQ(CrossedVectors(page, {}).with(contested, "texts/note", Way::direct).steps.front().given,
            (Json{{"list", {1}}}));
}

TEST(CrossedVectors, MeetACrossingIfItsConditionHoldsForThemAsTheyAre) {
  CrossingPage page = sample_crossing_page();
  // The first crossing makes it true, but no vector has a note of its own.
  page.crossings[1].only = "select(.params.note?)";
  CrossedVectors const crossed(page, {.all = true, .seed = 1, .names = {}});
  EXPECT_THAT(crossed.due(vector_of({}), Way::direct), ElementsAre("texts/note"));
  EXPECT_THAT(crossed.due(vector_of({{"given", {{"text", "body"}, {"note", 3}}}}), Way::direct),
              ElementsAre("texts/second-note"));
}

TEST(CrossedVectors, AreNoneOfOtherOperationsOrMalformedAnswers) {
  EXPECT_THAT(due(vector_of({{"operation", "load"}, {"given", {{"path", "a.prompty"}}}}), {}), IsEmpty());
  Vector malformed = vector_of({});
  malformed.malformed = true;
  EXPECT_THAT(due(malformed, {}), IsEmpty());
  EXPECT_EQ(CrossedVectors(sample_crossing_page(), {}).with(malformed, "all-at-once", Way::direct).steps,
            malformed.steps);
}

TEST(CrossedVectors, MeetNothingThatOnlyALaterGroupOfClausesTolerates) {
  ClauseRegistry const registry = sample_registry();
  CrossingPage page = sample_crossing_page();
  page.crossings[0].clauses = {"P1.1-01", "P3-04"};  // an extension
  page.crossings[2].clauses = {"P3-01"};             // ours
  auto const due_of = [&](char const* clause) {
    Vector vector = vector_of({{"files", {{"a.txt", "a"}}}});
    vector.clauses = {clause};
    return CrossedVectors(page, {.all = true, .seed = 1, .names = {}}, &registry).due(vector, Way::direct);
  };
  EXPECT_THAT(due_of("P1.1-02"), IsEmpty()) << "what the document demands of others may not hang on our pages";
  EXPECT_THAT(due_of("P3-02"), ElementsAre("texts/in-files"));
  EXPECT_THAT(due_of("P3-04"), ElementsAre("all-at-once", "texts/note", "texts/in-files"));
}

TEST(CrossedVectors, NameWhatAllAtOnceStandsFor) {
  CrossedVectors const crossed(sample_crossing_page(), {});
  EXPECT_THAT(crossed.parts_of(vector_of({}), "all-at-once", Way::direct),
              ElementsAre("texts/note", "texts/second-note", "texts/in-files"));
  EXPECT_THAT(crossed.parts_of(vector_of({}), "texts/note", Way::direct), ElementsAre("texts/note"));
}

}  // namespace
}  // namespace conformance::crossed_vectors_test
