#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/variations/sample_carried_page.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::carried_rules_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> findings(CarriedPage const& page, std::vector<Json> const& vectors) {
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_carried(page, sample_registry(), sample_corpus(vectors)))
    found.push_back(finding.rule + ": " + finding.message);
  return found;
}

/// A vector that expects a text, a rendered input and the name of a tool as they were given.
Json vector_of_all_types() {
  return sample_vector(
      {{"given", {{"text", "plum"}, {"inputs", {{"fruit", "pear"}}}, {"tools", {{{"name", "weigh"}}}}}},
       {"expect", {{"value", {{"body", "plum"}, {"line", "a pear"}, {"tool", "weigh"}}}}}});
}

TEST(CarriedLint, FindsTypesOfWhichNoVectorHasAValue) {
  EXPECT_THAT(findings(sample_carried_page(), {vector_of_all_types()}), ElementsAre());
  CarriedPage page = sample_carried_page();
  // A place that is mistyped.
  page.types[1].places = {".input[]? | strings"};
  EXPECT_THAT(findings(page, {vector_of_all_types()}),
              ElementsAre("idle-carried-type: no vector has one of rendered that it expects again"));
}

TEST(CarriedLint, FindsExceptionsWithoutAClause) {
  CarriedPage page = sample_carried_page();
  page.types[0].except = {{"around/blanks", "a runtime may trim (A-001)"},
                          {"around/tabs", "RFC 8259 (6) leaves it open"},
                          {"inside", "no provider takes it"},
                          {"instead/null", "null counts as missing (P9.9-09)"}};
  EXPECT_THAT(findings(page, {vector_of_all_types()}),
              ElementsAre(AllOf(StartsWith("exception-without-clause: texts excepts inside"),
                                HasSubstr("\"no provider takes it\"")),
                          "unknown-clause: texts excepts instead/null for P9.9-09, which is on no page"));
}

}  // namespace
}  // namespace conformance::carried_rules_test
