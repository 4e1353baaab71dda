#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "harness/proof/lint/lint.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::look_up_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Mutant mutant_of(std::string const& id, std::string const& clause) {
  return {.id = id, .clause = clause, .breaks = "something", .answer = {}};
}

class LookUpLint : public testing::Test {
 protected:
  LookUps read(std::string const& text) {
    static_cast<void>(folder_.write("look-ups.yaml", text));
    return read_look_ups(folder_.path());
  }

  std::vector<std::string> found_in(std::string const& text) {
    std::vector<std::string> found;
    for (LintFinding const& finding : lint_look_ups(read(text), mutants_))
      found.push_back(finding.rule + ": " + finding.message);
    return found;
  }

  std::string refused(std::string const& text) {
    return input_error_of([&] { static_cast<void>(read(text)); });
  }

  prompty_tests::TemporaryFolder folder_;
  std::vector<Mutant> const mutants_ = {mutant_of("in-any-case", "P1.1-01"), mutant_of("of-another", "P1.1-02")};
};

TEST_F(LookUpLint, NeedsNoPage) {
  EXPECT_THAT(lint_look_ups(read_look_ups(folder_.path()), mutants_), IsEmpty());
}

TEST_F(LookUpLint, TakesAMutantOrAReasonForEachNeighbour) {
  EXPECT_THAT(found_in("reasons: {words: they are words}\n"
                       "look-ups:\n"
                       "  tool: {clauses: [P1.1-01], other-case: in-any-case, beginning: words, blanks: words,\n"
                       "    look-alike: words, twice: words}\n"),
              IsEmpty());
}

TEST_F(LookUpLint, FindsMissingNeighbours) {
  EXPECT_THAT(found_in("reasons: {words: they are words}\n"
                       "look-ups:\n"
                       "  tool: {clauses: [P1.1-01], beginning: words, blanks: words, look-alike: words}\n"),
              ElementsAre(HasSubstr("missing-neighbour: tool has no mutant that finds the neighbour 'other-case'"),
                          HasSubstr("'twice'")));
}

TEST_F(LookUpLint, FindsMutantsThatThereAreNotAndThoseOfOtherClauses) {
  EXPECT_THAT(found_in("reasons: {words: they are words}\n"
                       "look-ups:\n"
                       "  tool: {clauses: [P1.1-01], other-case: of-another, beginning: words, blanks: trimmed,\n"
                       "    look-alike: words, twice: words}\n"),
              ElementsAre("unknown-neighbour: tool: 'of-another' is no reason, and no mutant of P1.1-01",
                          "unknown-neighbour: tool: 'trimmed' is no reason, and no mutant of P1.1-01"));
}

TEST_F(LookUpLint, FindsMissingReasons) {
  EXPECT_THAT(found_in("reasons: {words: they are words}\nlook-ups: {}\n"),
              ElementsAre("needless-reason: no look-up gives the reason 'words'"));
}

TEST_F(LookUpLint, RefusesPagesOfAnotherForm) {
  EXPECT_THAT(refused("look-ups:\n  tool: {clauses: [P1.1-01], casing: x}\n"),
              HasSubstr("look-ups.yaml:2: there is no neighbour 'casing'"));
  EXPECT_THAT(refused("look-ups:\n  tool: {blanks: x}\n"), HasSubstr("does not say which clauses it follows"));
  EXPECT_THAT(refused("lookups: {}\n"), HasSubstr("there is no 'lookups' on this page"));
}

}  // namespace
}  // namespace conformance::look_up_rules_test
