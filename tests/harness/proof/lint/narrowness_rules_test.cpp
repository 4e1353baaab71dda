#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"

namespace conformance::narrowness_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A vector that cites P1.1-01, and where it fails under a mutant of that clause and under one of another.
class Narrowness : public testing::Test {
 protected:
  [[nodiscard]] std::vector<LintFinding> findings(ShownPlaces const& own, ShownPlaces const& foreign) const {
    Corpus const corpus = sample_corpus({sample_vector(vector_)});
    std::vector<Deviation> const mutants = {{.id = "own-broken", .clause = "P1.1-01", .breaks = "", .answer = {}},
                                            {.id = "other-broken", .clause = "P1.1-02", .breaks = "", .answer = {}}};
    KillMatrix const matrix = kill_matrix(mutants, as_cited(corpus), [&](Deviation const& mutant) {
      ShownPlaces const& shown = mutant.id == "own-broken" ? own : foreign;
      return shown.empty() ? Killers() : Killers{{0, shown}};
    });
    return lint_narrowness(corpus, matrix);
  }

  [[nodiscard]] std::vector<std::string> found(ShownPlaces const& own, ShownPlaces const& foreign) const {
    std::vector<std::string> reported;
    for (LintFinding const& finding : findings(own, foreign))
      reported.push_back(fmt::format("{} {}", finding.rule, finding.place));
    return reported;
  }

  Json vector_ = {{"clauses", Json::array({"P1.1-01"})}};
};

TEST_F(Narrowness, FindsPlacesThatOnlyOtherClausesSettle) {
  std::vector<LintFinding> const all = findings({{"load", "/tools/*/name"}}, {{"load", "/tools/*/kind"}});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].rule, "foreign-place");
  EXPECT_EQ(all[0].place, "load/sample/plain");
  EXPECT_THAT(all[0].message, HasSubstr("/tools/*/kind"));
  EXPECT_THAT(all[0].message, HasSubstr("other-broken of P1.1-02"));
}

TEST_F(Narrowness, LeavesPlacesOfTheirOwnAloneAndWhatIsAboveAndBelow) {
  ShownPlaces const own = {{"load", "/tools/*/name"}};
  for (std::string const place : {"/tools/*/name", "/tools", "/tools/*/name/deep"})
    EXPECT_THAT(found(own, {{"load", place}}), IsEmpty()) << place;
  EXPECT_THAT(found(own, {{"split", "/tools/*/name"}}), ElementsAre("foreign-place load/sample/plain"));
}

TEST_F(Narrowness, LeavesMutantsThatShowAtOneDuePlaceAlone) {
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/kind"}, {"load", "/name"}}), IsEmpty());
}

TEST_F(Narrowness, LeavesTheContentOfAnswersAlone) {
  ShownPlaces const own = {{"load", "/name"}};
  EXPECT_THAT(found(own, {{"load", ""}}), IsEmpty());
  EXPECT_THAT(found(own, {{"load", "/tools/*"}}), IsEmpty());
  EXPECT_THAT(found(own, {{"load", "/description", true}}), IsEmpty());
}

TEST_F(Narrowness, LeavesRequestsAndMessagesAlone) {
  EXPECT_THAT(found({{"build_request", "/body/model"}}, {{"build_request", "/body/stream"}}), IsEmpty());
  EXPECT_THAT(found({{"run", "/value"}}, {{"run", "/requests/*/body/stream"}}), IsEmpty());
  EXPECT_THAT(found({{"turn", "/outcome"}}, {{"turn", "/messages/*/role"}}), IsEmpty());
  EXPECT_THAT(found({{"turn", "/outcome"}}, {{"turn", "/iterations"}}), ElementsAre("foreign-place load/sample/plain"));
}

TEST_F(Narrowness, LeavesVectorsAloneWhoseClausesOnlyShowInWhetherThereIsAnAnswer) {
  EXPECT_THAT(found({{"load", ""}}, {{"load", "/kind"}}), IsEmpty());
}

TEST_F(Narrowness, LeavesWhatTellsReadingsApartAlone) {
  vector_["expect"] = {{"readings", {{"one", {{"value", 1}}}, {"other", {{"value", 2}}}}}};
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/kind"}}), IsEmpty());
  Json const one = {{"value", {{"$subset", {{"tools", {{{"kind", "mcp"}, {"name", "t"}}}}}}}}};
  Json const other = {{"value", {{"$subset", {{"tools", {{{"kind", "function"}, {"name", "t"}}}}}}}}};
  vector_["expect"] = {{"readings", {{"one", one}, {"other", other}}}};
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/tools/*/kind"}}), IsEmpty());
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/tools"}}), IsEmpty()) << "what is above it changes it, too";
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/?/*/kind"}}), IsEmpty()) << "a name that was carried over";
}

TEST_F(Narrowness, LooksAtWhatReadingsAgreeOn) {
  Json const one = {{"value", {{"name", "a"}, {"kind", "prompt"}}}};
  Json const other = {{"value", {{"name", "b"}, {"kind", "prompt"}}}};
  vector_["expect"] = {{"readings", {{"one", one}, {"other", other}, {"refused", {{"error", Json::object()}}}}}};
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "/kind"}}), ElementsAre("foreign-place load/sample/plain"));
  EXPECT_THAT(found({{"load", "/name"}}, {{"load", "error/kind"}}), IsEmpty()) << "any error will do";
}

TEST_F(Narrowness, LooksAtTheKindOfAnErrorThatIsKnownByMore) {
  ShownPlaces const own = {{"load", "error/message"}};
  ShownPlaces const foreign = {{"load", "error/kind"}};
  vector_["expect"] = {{"error", {{"kind", "ValueError"}}}};
  EXPECT_THAT(found(own, foreign), IsEmpty());
  vector_["expect"] = {{"error", {{"kind", "ValueError"}, {"messageContains", "not found"}}}};
  EXPECT_THAT(found(own, foreign), ElementsAre("foreign-place load/sample/plain"));
}

}  // namespace
}  // namespace conformance::narrowness_rules_test
