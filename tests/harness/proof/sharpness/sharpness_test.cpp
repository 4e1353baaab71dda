#include "harness/proof/sharpness/sharpness.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::sharpness_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Json looking_at_body(std::string const& id, std::string const& text) {
  return sample_vector(
      {{"id", id}, {"given", {{"text", text}}}, {"expect", {{"value", {{"$subset", {{"body", text}}}}}}}});
}

/// A reference that takes every text for a body, and mutants of it that count how often they answer.
class HttpSharpness : public testing::Test {
 protected:
  [[nodiscard]] Deviation changing_body(std::string id, std::string digest, std::string const& beginning) {
    return {
        .id = std::move(id),
        .clause = "P1.1-01",
        .breaks = "",
        .answer =
            [this, beginning](std::string const& operation, Json const& params, AskReference const& reference) {
              ++answers;
              Reply reply = reference(operation, params);
              std::string const body = reply.value["body"];
              if (body.starts_with(beginning)) reply.value["body"] = body + "!";
              return reply;
            },
        .makeup = [digest = std::move(digest)] { return DeviationMakeup{.digest = digest, .asks_further = false}; }};
  }

  /// Of the vectors with these texts.
  [[nodiscard]] KillMatrix measured(std::vector<Json> const& vectors, std::vector<Deviation> const& mutants,
                                    Playing const& playing = {}) {
    Corpus const corpus = sample_corpus(vectors);
    FakeSubject reference({"split"}, [](std::string const&, Json const& params) {
      return result_reply({{"frontmatter", nullptr}, {"body", params.at("text")}});
    });
    reference.declared.max_in_flight = 16;
    ClauseRegistry const registry = sample_registry();
    mock_provider::Server mock{mock_provider::ServerOptions{}};
    DeviationJudge const judge(registry, Profile::as_written, reference, mock);
    Sharpness sharpness(corpus, registry, mutants, judge, ResultFiles(folder_.path() + "/kept", folder_.path() + "/no"),
                        [this](std::string const& line) { told.push_back(line); });
    answers = 0;
    played = sharpness.play(playing);
    return sharpness.matrix(mutants);
  }

  std::atomic<int> answers = 0;
  Played played;
  std::vector<std::string> told;

 private:
  ScratchFolder const folder_;
};

TEST_F(HttpSharpness, TellsWhichVectorsFailUnderWhichMutant) {
  std::vector<Deviation> const mutants = {changing_body("all", "1", ""), changing_body("loud", "2", "loud"),
                                          changing_body("none", "3", "nothing")};
  KillMatrix const matrix = measured({looking_at_body("a", "loud"), looking_at_body("b", "quiet")}, mutants);
  EXPECT_THAT(matrix.fates[0].killers, ElementsAre("load/sample/a", "load/sample/b"));
  EXPECT_THAT(matrix.fates[1].killers, ElementsAre("load/sample/a"));
  EXPECT_EQ(matrix.fates[1].shown.front(),
            (ShownPlaces{{.operation = "split", .pointer = "/body", .is_carried = true}}));
  EXPECT_THAT(matrix.survivors, ElementsAre("none"));
  EXPECT_EQ(played.results, 6U);
}

TEST_F(HttpSharpness, PlaysNothingTwice) {
  std::vector<Deviation> const mutants = {changing_body("all", "1", ""), changing_body("loud", "2", "loud")};
  std::vector<Json> const vectors = {looking_at_body("a", "loud"), looking_at_body("b", "quiet")};
  KillMatrix const first = measured(vectors, mutants);
  EXPECT_EQ(measured(vectors, mutants), first);
  EXPECT_EQ(answers, 0);
  EXPECT_EQ(played.results, 0U);
}

TEST_F(HttpSharpness, PlaysAnAddedVectorAndAChangedMutantOnly) {
  static_cast<void>(
      measured({looking_at_body("a", "loud")}, {changing_body("all", "1", ""), changing_body("loud", "2", "loud")}));
  static_cast<void>(measured({looking_at_body("a", "loud"), looking_at_body("b", "quiet")},
                             {changing_body("all", "1", ""), changing_body("loud", "2", "loud")}));
  EXPECT_EQ(played.results, 2U) << "the new vector with both";
  KillMatrix const matrix = measured({looking_at_body("a", "loud"), looking_at_body("b", "quiet")},
                                     {changing_body("all", "1", ""), changing_body("loud", "changed", "quiet")});
  EXPECT_EQ(played.results, 2U) << "the changed mutant with both";
  EXPECT_THAT(matrix.fates[1].killers, ElementsAre("load/sample/b"));
}

TEST_F(HttpSharpness, PlaysWhatIsWantedOnly) {
  std::vector<Deviation> const mutants = {changing_body("all", "1", ""), changing_body("loud", "2", "loud")};
  static_cast<void>(
      measured({looking_at_body("a", "loud"), looking_at_body("b", "quiet")}, mutants,
               {.is_wanted = [](std::size_t mutant, std::size_t vector) { return mutant + vector == 2; }}));
  EXPECT_EQ(played.results, 1U);
}

TEST_F(HttpSharpness, FindsOutThatAKnownResultIsNotWhatIsPlayed) {
  // What a mutant does cannot become another while its digest stays; here it does.
  static_cast<void>(measured({looking_at_body("a", "loud")}, {changing_body("all", "1", "")}));
  std::vector<Deviation> const otherwise = {changing_body("all", "1", "nothing")};
  static_cast<void>(measured({looking_at_body("a", "loud")}, otherwise, {.check_one_in = 1}));
  EXPECT_EQ(played.results, 0U);
  EXPECT_EQ(played.checked, 1U);
  EXPECT_THAT(played.refuted, ElementsAre("all makes of load/sample/a nothing, and not '+split /body'"));
}

TEST_F(HttpSharpness, PlaysEverythingAnew) {
  std::vector<Deviation> const mutants = {changing_body("all", "1", "")};
  static_cast<void>(measured({looking_at_body("a", "loud")}, mutants));
  static_cast<void>(measured({looking_at_body("a", "loud")}, mutants, {.anew = true}));
  EXPECT_EQ(answers, 1);
  EXPECT_EQ(played.checked, 1U);
  EXPECT_THAT(played.refuted, IsEmpty());
  EXPECT_THAT(told, IsEmpty());
}

}  // namespace
}  // namespace conformance::sharpness_test
