#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::mark_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

Deviation mutant_with(std::string const& id, std::vector<std::string> const& marks,
                      std::string const& clause = "P1.1-01") {
  Deviation mutant{.id = id, .clause = "P1.1-01", .breaks = "something", .answer = {}};
  for (std::string const& mark : marks) mutant.marks.push_back({.name = mark, .clause = clause});
  return mutant;
}

std::vector<std::string> texts_of(std::vector<LintFinding> const& findings) {
  std::vector<std::string> texts;
  for (LintFinding const& finding : findings)
    texts.push_back(finding.rule + " " + finding.place + ": " + finding.message);
  return texts;
}

std::vector<std::string> found_in(std::vector<Deviation> const& mutants) {
  return texts_of(lint_marks(mutants, sample_registry()));
}

TEST(MarkLint, NeedsNoMarks) {
  EXPECT_THAT(found_in({mutant_with("a", {})}), IsEmpty());
  EXPECT_THAT(found_in({mutant_with("a", {"look-alike", "twice"})}), IsEmpty());
}

TEST(MarkLint, TakesAMutantOfWhateverClauseForEachConditionOrThatThereIsNone) {
  EXPECT_THAT(found_in({mutant_with("a", {"first-only"}), mutant_with("b", {"second-only"})}), IsEmpty());
  EXPECT_THAT(found_in({mutant_with("a", {"first-only", "no second-only"})}), IsEmpty());
  EXPECT_THAT(found_in({mutant_with("a", {"no first-only", "second-only"}, "P1.1-02")}), IsEmpty());
}

TEST(MarkLint, FindsAConditionThatNoMutantIsAbout) {
  EXPECT_THAT(found_in({mutant_with("a", {"first-only"}), mutant_with("b", {"second-only"}, "P1.1-02")}),
              ElementsAre("missing-combination P1.1-01: a mutant does what it says where only one of two conditions "
                          "holds, and none is marked 'second-only' or 'no second-only'",
                          StartsWith("missing-combination P1.1-02: ")));
}

TEST(MarkLint, FindsNeighboursOfANameThatNoMutantIsAbout) {
  EXPECT_THAT(found_in({mutant_with("a", {"other-case", "no blanks"}), mutant_with("b", {"beginning"})}), IsEmpty());
  EXPECT_THAT(found_in({mutant_with("a", {"blanks", "no beginning"})}),
              ElementsAre("missing-neighbour P1.1-01: a mutant finds what has nearly the name that is looked up, and "
                          "none is marked 'other-case' or 'no other-case'"));
}

TEST(MarkLint, FindsClausesThatThereAreNot) {
  EXPECT_THAT(found_in({mutant_with("a", {"twice"}, "P9.9-99")}), ElementsAre(StartsWith("unknown-clause P9.9-99: ")));
}

class CombinationLint : public testing::Test {
 protected:
  /// With these vectors, all of the clause, that notice the mutant for the first condition, and that for the second.
  std::vector<std::string> found_with(std::vector<std::string> const& first, std::vector<std::string> const& second) {
    KillMatrix const matrix{.fates = {fate_of("a", first), fate_of("b", second)}};
    return texts_of(lint_combinations({mutant_with("a", {"first-only"}), mutant_with("b", {"second-only"})}, matrix));
  }

  static MutantFate fate_of(std::string const& mutant, std::vector<std::string> const& killers) {
    return {.mutant = mutant, .clause = "P1.1-01", .killers = killers, .own_killers = killers, .shown = {}};
  }
};

TEST_F(CombinationLint, WantsAVectorThatTellsTheConditionsApart) {
  EXPECT_THAT(found_with({"load/one"}, {"load/other"}), IsEmpty());
  EXPECT_THAT(found_with({"load/one", "load/both"}, {"load/both", "load/other"}), IsEmpty());
  EXPECT_THAT(found_with({"load/both"}, {"load/both", "load/other"}),
              ElementsAre("untold-combination a: is marked 'first-only' for P1.1-01, and each vector that notices it "
                          "notices each mutant that is marked 'second-only'"));
}

TEST_F(CombinationLint, AsksNothingOfAConditionAlone) {
  EXPECT_THAT(lint_combinations({mutant_with("a", {"first-only", "no second-only"})}, {.fates = {fate_of("a", {})}}),
              IsEmpty());
}

}  // namespace
}  // namespace conformance::mark_rules_test
