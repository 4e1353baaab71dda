#include "harness/run/run_faults.hpp"

#include <gmock/gmock.h>

#include "harness/clauses/sample_registry.hpp"
#include "harness/run/sample_results.hpp"
#include "harness/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::run_faults_test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// A mistake that breaks a SHOULD: whatever is split has this body and this frontmatter.
Mutant splitting_into(Json const& body, Json const& frontmatter) {
  return {.id = "m", .clause = "P1.1-02", .breaks = "It splits.", .answer = [=](auto const&...) {
            return Reply{.status = Reply::Status::result, .value = {{"frontmatter", frontmatter}, {"body", body}}};
          }};
}

/// A subject that fails a vector of a SHOULD and one of a MUST, both of which take "body" for the body.
class HttpRunFaults : public testing::Test {
 protected:
  std::vector<RunFault> found(Mutant const& known) {
    results_.clear();
    for (Vector const& vector : corpus_.vectors) {
      VectorResult result = sample_result(vector, Status::fail, registry_);
      result.attempts[0].judgement.differences = {{.pointer = "/body",
                                                   .message = "the values differ",
                                                   .expected = "body",
                                                   .got = "body!",
                                                   .kind = DifferenceKind::other_value}};
      results_.push_back(std::move(result));
    }
    return find_faults(results_, corpus_, registry_, {known}, Profile::lenient, {}, mock_);
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  Corpus const corpus_ = sample_corpus({sample_vector({{"id", "should"}, {"clauses", Json::array({"P1.1-02"})}}),
                                        sample_vector({{"id", "must"}, {"clauses", Json::array({"P1.1-01"})}})});
  std::vector<VectorResult> results_;
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpRunFaults, DecideWhereADecidingVectorHasNoOther) {
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0].clauses, ElementsAre("P1.1-02"));
  EXPECT_THAT(faults[0].own, ElementsAre("load/sample/should"));
  EXPECT_THAT(faults[0].other, ElementsAre("load/sample/must"));
  EXPECT_TRUE(faults[0].decides) << "a SHOULD does not decide by itself, the MUST that it fails does";
}

TEST_F(HttpRunFaults, NameAKnownMistakeOnlyWhereAllOfItIsSeen) {
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).known, "It splits.");
  std::vector<RunFault> const partly = found(splitting_into("body!", "made up"));
  ASSERT_THAT(partly, SizeIs(1));
  EXPECT_THAT(partly[0].clauses, ElementsAre("P1.1-02")) << "it is the likeliest all the same";
  EXPECT_EQ(partly[0].known, "") << "nothing is wrong with the frontmatter";
}

}  // namespace
}  // namespace conformance::run_faults_test
