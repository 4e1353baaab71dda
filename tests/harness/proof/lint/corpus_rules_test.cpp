#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::corpus_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// "rule place" of each finding, but for clauses without vector, of which a small corpus always has some.
std::vector<std::string> found_in(std::vector<Json> const& vectors) {
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_corpus(sample_corpus(vectors), sample_registry())) {
    if (finding.rule != "clause-without-vector") found.push_back(fmt::format("{} {}", finding.rule, finding.place));
  }
  return found;
}

Json const refused = {{"error", {{"kind", "ValueError"}}}};

TEST(CorpusLint, FindsNothingInAGoodVector) {
  EXPECT_THAT(found_in({sample_vector(Json::object())}), IsEmpty());
}

TEST(CorpusLint, FindsCitationsOfExemptClauses) {
  for (std::string const clause : {"P1.1-06", "P1.1-07"})
    EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({clause})}})}),
                ElementsAre("exempt-clause load/sample/plain"));
}

TEST(CorpusLint, FindsMixedLevels) {
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-01", "P1.1-02"})}})}),
              ElementsAre("mixed-levels load/sample/plain"));
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-03", "P1.1-02"})}})}), IsEmpty());
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-01", "P1.2-02"})}})}), IsEmpty());
}

TEST(CorpusLint, FindsCitationsOfClausesThatAwaitSomething) {
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P3-03"})}})}),
              ElementsAre("exempt-clause load/sample/plain"));
}

TEST(CorpusLint, FindsMixedGroups) {
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-01", "P3-01"})}})}),
              ElementsAre("mixed-groups load/sample/plain"));
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P3-01"})}})}), IsEmpty());
}

TEST(CorpusLint, FindsFixturesThatNoVectorUses) {
  Corpus corpus = sample_corpus({sample_vector(Json::object())});
  corpus.fixtures = {{"used.prompty", "a"}, {"unused.prompty", "b"}};
  corpus.vectors[0].fixtures = {"used.prompty"};
  std::vector<std::string> places;
  for (LintFinding const& finding : lint_fixtures(corpus)) places.push_back(finding.place);
  EXPECT_THAT(places, ElementsAre("fixtures/unused.prompty"));
}

TEST(CorpusLint, FindsErrorsWithoutTwin) {
  EXPECT_THAT(found_in({sample_vector({{"expect", refused}})}), ElementsAre("no-twin load/sample/plain"));
  EXPECT_THAT(found_in({sample_vector({{"expect", refused}, {"twin", "good"}}), sample_vector({{"id", "good"}})}),
              IsEmpty());
}

TEST(CorpusLint, FindsErrorsInAReadingWithoutTwin) {
  Json const readings = {{"readings", {{"literal", {{"value", 1}}}, {"modern", refused}}}};
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-04"})}, {"expect", readings}})}),
              ElementsAre("no-twin load/sample/plain"));
}

TEST(CorpusLint, FindsTwinsThatAreErrorsThemselves) {
  EXPECT_THAT(found_in({sample_vector({{"expect", refused}, {"twin", "other"}}),
                        sample_vector({{"id", "other"}, {"expect", refused}, {"twin", "plain"}})}),
              ElementsAre("poor-twin load/sample/plain", "poor-twin load/sample/other"));
}

TEST(CorpusLint, FindsTwinsOfOtherClauses) {
  EXPECT_THAT(found_in({sample_vector({{"expect", refused}, {"twin", "other"}}),
                        sample_vector({{"id", "other"}, {"clauses", Json::array({"P1.2-01"})}})}),
              ElementsAre("poor-twin load/sample/plain"));
}

TEST(CorpusLint, FindsTwinsThatDifferAtManyPlaces) {
  Json const near = {{"a", 1}, {"b", Json::array({1, 2})}, {"c", {{"d", 3}}}};
  Json distant = near;
  distant["a"] = 0;
  distant["b"] = Json::array({0, 2, {{"more", 3}, {"than", 4}, {"one", 5}}});
  std::vector<Json> vectors = {sample_vector({{"given", distant}, {"expect", refused}, {"twin", "other"}}),
                               sample_vector({{"id", "other"}, {"given", near}})};
  EXPECT_THAT(found_in(vectors), IsEmpty()) << "three places differ";
  vectors[0]["given"]["c"]["d"] = 0;
  EXPECT_THAT(found_in(vectors), ElementsAre("poor-twin load/sample/plain")) << "four places differ";
}

TEST(CorpusLint, FindsReadingsOfNoDecision) {
  auto const with = [](Json const& readings) {
    return sample_vector({{"clauses", Json::array({"P1.1-04"})}, {"expect", {{"readings", readings}}}});
  };
  EXPECT_THAT(found_in({with({{"literal", {{"value", 1}}}, {"modern", {{"value", 2}}}})}), IsEmpty());
  EXPECT_THAT(found_in({with({{"literal", {{"value", 1}}}, {"mdern", {{"value", 2}}}})}),
              ElementsAre("unknown-reading load/sample/plain"));
  EXPECT_THAT(found_in({with({{"modern", {{"value", 1}}}, {"third", {{"value", 2}}}})}),
              ElementsAre("unknown-reading load/sample/plain"))
      << "none for as-written";
}

TEST(CorpusLint, FindsReadingsOfThoseWithoutAFeatureThatIsNeeded) {
  Json vector = sample_vector({{"clauses", Json::array({"P1.1-04"})},
                               {"expect", {{"readings", {{"literal", {{"value", 1}}}, {"third", {{"value", 2}}}}}}}});
  EXPECT_THAT(found_in({vector}), IsEmpty());
  vector["requires"] = {{"features", Json::array({"trace"})}};
  EXPECT_THAT(found_in({vector}), testing::Not(testing::Contains("reading-without-feature load/sample/plain")));
  vector["requires"] = {{"features", Json::array({"strict"})}};
  EXPECT_THAT(found_in({vector}), testing::Contains("reading-without-feature load/sample/plain"));
}

TEST(CorpusLint, FindsVectorsThatMustNotGate) {
  Json vector = sample_vector({{"clauses", Json::array({"P1.1-05"})},
                               {"expect", {{"readings", {{"exact", {{"value", 1}}}, {"loose", {{"value", 2}}}}}}}});
  EXPECT_THAT(found_in({vector}), ElementsAre("gating load/sample/plain"));
  vector["gating"] = false;
  EXPECT_THAT(found_in({vector}), IsEmpty());
}

TEST(CorpusLint, LetsUncontestedVectorsOfAContestedClauseGate) {
  EXPECT_THAT(found_in({sample_vector({{"clauses", Json::array({"P1.1-05"})}})}), IsEmpty());
}

TEST(CorpusLint, FindsUnknownTransforms) {
  EXPECT_THAT(found_in({sample_vector({{"transforms", Json::array({"bom", "upper-case", "sse-split"})}})}),
              ElementsAre("unknown-transform load/sample/plain", "unknown-transform load/sample/plain"));
  Json const known = Json::array({"crlf", "bom", "no-final-newline", "key-order", "unicode-escape"});
  EXPECT_THAT(found_in({sample_vector({{"given", {{"text", "ü\n"}, {"more", 1}}}, {"transforms", known}})}), IsEmpty());
}

TEST(CorpusLint, FindsPathsOfSomeMachine) {
  for (std::string const path : {"/home/ada/a.prompty", "/tmp/x", "/Users/ada", "C:\\prompts", "/root/x"})
    EXPECT_THAT(found_in({sample_vector({{"given", {{"deep", Json::array({path})}}}})}),
                ElementsAre("machine-state load/sample/plain"))
        << path;
  for (std::string const path : {"a.prompty", "sub/home/x", "/api/home/", "see /tmp/x"})
    EXPECT_THAT(found_in({sample_vector({{"given", {{"path", path}}}})}), IsEmpty()) << path;
}

TEST(CorpusLint, FindsTestableClausesWithoutVector) {
  std::vector<std::string> places;
  for (LintFinding const& finding : lint_corpus(
           sample_corpus({sample_vector({{"clauses", Json::array({"P1.1-01", "P1.2-02"})}})}), sample_registry()))
    if (finding.rule == "clause-without-vector") places.push_back(finding.place);
  EXPECT_THAT(places,
              UnorderedElementsAre("P1.1-02", "P1.1-03", "P1.1-04", "P1.1-05", "P1.2-01", "P3-01", "P3-02", "P3-04"));
}

}  // namespace
}  // namespace conformance::corpus_rules_test
