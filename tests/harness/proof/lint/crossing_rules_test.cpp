#include <gmock/gmock.h>

#include "harness/judge/variations/sample_crossing_page.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::crossing_rules_test {
namespace {

using testing::ElementsAre;

TEST(CrossingLint, FindsUnknownClausesAndCrossingsThatChangeNothing) {
  std::vector<std::string> found;
  for (LintFinding const& finding :
       lint_crossings(sample_crossing_page(), ClauseRegistry(), sample_corpus({sample_vector({})})))
    found.push_back(finding.rule + ": " + finding.message);
  EXPECT_THAT(found, ElementsAre("unknown-clause: texts/note follows from P1.1-01, which is on no page",
                                 "unknown-clause: texts/second-note follows from P1.1-01, which is on no page",
                                 "idle-crossing: texts/second-note changes no vector",
                                 "unknown-clause: texts/in-files follows from P1.1-01, which is on no page",
                                 "idle-crossing: texts/in-files changes no vector"));
}

}  // namespace
}  // namespace conformance::crossing_rules_test
