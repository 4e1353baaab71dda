#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::combination_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CombinationLint : public testing::Test {
 protected:
  std::vector<Combinations> read(std::string const& text) {
    static_cast<void>(folder_.write("combinations.yaml", text));
    return read_combinations(folder_.path());
  }

  std::vector<std::string> found_in(std::string const& text) {
    std::vector<std::string> found;
    for (LintFinding const& finding : lint_combinations(read(text), corpus_, registry_))
      found.push_back(finding.rule + ": " + finding.message);
    return found;
  }

  std::string refused(std::string const& text) {
    return input_error_of([&] { static_cast<void>(read(text)); });
  }

  prompty_tests::TemporaryFolder folder_;
  ClauseRegistry const registry_ = sample_registry();
  Corpus const corpus_ = sample_corpus(
      {sample_vector(Json::object()), sample_vector({{"id", "other"}, {"clauses", Json::array({"P1.2-01"})}})});
};

TEST_F(CombinationLint, NeedsNoPage) {
  EXPECT_THAT(read_combinations(folder_.path()), IsEmpty());
}

TEST_F(CombinationLint, TakesAVectorOrAReasonForEachOfTheFour) {
  EXPECT_THAT(found_in("P1.1-01 b:\n"
                       "  first: a text\n"
                       "  second: a line end\n"
                       "  both: load/sample/plain\n"
                       "  first-only: load/sample/other\n"
                       "  second-only: a line end is a text\n"
                       "  neither: nothing is split\n"),
              IsEmpty());
}

TEST_F(CombinationLint, FindsCombinationsThatNothingShows) {
  EXPECT_THAT(found_in("P1.1-01: {first: a, second: b, both: load/sample/plain, first-only: load/sample/none,\n"
                       "  second-only: cannot be}\n"),
              ElementsAre("unknown-vector: P1.1-01: there is no vector load/sample/none",
                          "missing-combination: P1.1-01: no vector shows 'neither', and no reason is given"));
}

TEST_F(CombinationLint, FindsClausesThatThereAreNotAndThoseThatNoVectorCites) {
  std::string const four =
      "{first: a, second: b, both: load/sample/plain, first-only: no way, second-only: no way, neither: no way}\n";
  EXPECT_THAT(found_in("P9.9-99: " + four), ElementsAre("unknown-clause: there is no clause P9.9-99 on a page of spec/",
                                                        "uncited-combinations: none of the vectors cites P9.9-99"));
  EXPECT_THAT(found_in("P1.2-01: " + four), ElementsAre("uncited-combinations: none of the vectors cites P1.2-01"));
}

TEST_F(CombinationLint, RefusesPagesOfAnotherForm) {
  EXPECT_THAT(refused("P1.1-01: {first: a, second: b, none: x}\n"),
              HasSubstr("combinations.yaml:1: combinations have no 'none'"));
  EXPECT_THAT(refused("P1.1-01: {first: a}\n"), HasSubstr("does not say what its two conditions are"));
}

}  // namespace
}  // namespace conformance::combination_rules_test
