#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::citation_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// All clauses of the sample cited in one line.
Citations all_cited() {
  Citations citations;
  ClauseRegistry const registry = sample_registry();
  for (Clause const& clause : registry.clauses())
    citations.code[clause.id] = {{.file = "reference/a.cpp", .line = 7, .comment = clause.id, .lines = {}}};
  return citations;
}

std::vector<std::string> found_in(Citations const& citations) {
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_citations(sample_registry(), citations))
    found.push_back(finding.rule + " " + finding.place);
  return found;
}

TEST(Citations, OfEveryClauseAreClean) {
  EXPECT_THAT(found_in(all_cited()), IsEmpty());
}

TEST(Citations, AreMissedUnlessThereIsAReason) {
  Citations citations = all_cited();
  citations.code.erase("P1.1-04");
  EXPECT_THAT(found_in(citations), ElementsAre("uncited-clause P1.1-04"));
  citations.without_code["P1.1-04"] = "It is about files.";
  EXPECT_THAT(found_in(citations), IsEmpty());
}

TEST(Citations, NameClausesThatThereAre) {
  Citations citations = all_cited();
  citations.code["P1.1-99"] = {{.file = "reference/b.cpp", .line = 3, .comment = "P1.1-99", .lines = {}}};
  EXPECT_THAT(found_in(citations), ElementsAre("unknown-citation reference/b.cpp:3"));
}

TEST(Citations, MakeExceptionsNeedless) {
  Citations citations = all_cited();
  citations.without_code["P1.1-04"] = "It is about files.";
  EXPECT_THAT(found_in(citations), ElementsAre("needless-exception spec/without-code.yaml"));
}

TEST(Citations, MayBeMissingForSixtyClausesAtMost) {
  Citations citations = all_cited();
  for (std::size_t number = 0; number <= most_clauses_without_code; ++number)
    citations.without_code["P9-" + std::to_string(number)] = "There is none.";
  EXPECT_THAT(found_in(citations), testing::Contains("many-exceptions spec/without-code.yaml"));
}

}  // namespace
}  // namespace conformance::citation_rules_test
