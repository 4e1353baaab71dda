#include "harness/run/blame.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/run/sample_results.hpp"
#include "harness/vectors/sample_vectors.hpp"

namespace conformance::blame_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "second" needs "first", "third" needs "second".
class BlameOfResults : public testing::Test {
 protected:
  Corpus const corpus_ = sample_corpus({sample_vector({{"id", "first"}}),
                                        sample_vector({{"id", "second"}, {"needs", Json::array({"first"})}}),
                                        sample_vector({{"id", "third"}, {"needs", Json::array({"second"})}})});

  std::vector<VectorResult> results(Status first, Status second, Status third) const {
    return {sample_result(corpus_.vectors[0], first), sample_result(corpus_.vectors[1], second),
            sample_result(corpus_.vectors[2], third)};
  }
};

TEST_F(BlameOfResults, GoesToTheFirstThatFailed) {
  std::vector<VectorResult> told = results(Status::fail, Status::pass, Status::crash);
  tell_blame(told);
  EXPECT_THAT(told[0].roots, IsEmpty());
  EXPECT_THAT(told[1].roots, IsEmpty()) << "a pass is a pass";
  EXPECT_THAT(told[2].roots, ElementsAre("load/sample/first"));
}

TEST_F(BlameOfResults, GoesToAFailureThatIsKnownAsWell) {
  std::vector<VectorResult> told = results(Status::known_failure, Status::fail, Status::pass);
  tell_blame(told);
  EXPECT_THAT(told[1].roots, ElementsAre("load/sample/first"));
}

TEST_F(BlameOfResults, NeverGoesToWhatWasNotPlayedNorToFaultsOfTheHarness) {
  std::vector<VectorResult> told = results(Status::unsupported, Status::error, Status::fail);
  tell_blame(told);
  EXPECT_THAT(told[1].roots, IsEmpty());
  EXPECT_THAT(told[2].roots, IsEmpty());
}

TEST_F(BlameOfResults, IsTheSameToldInOrderOfNeedAndInAnyOrderAfterwards) {
  std::vector<VectorResult> one_by_one = results(Status::fail, Status::fail, Status::fail);
  Blame blame({&corpus_.vectors[0], &corpus_.vectors[1], &corpus_.vectors[2]});
  for (VectorResult& result : one_by_one) blame.tell(result);
  std::vector<VectorResult> at_once = results(Status::fail, Status::fail, Status::fail);
  std::reverse(at_once.begin(), at_once.end());
  tell_blame(at_once);
  EXPECT_THAT(one_by_one[1].roots, ElementsAre("load/sample/first"));
  EXPECT_EQ(one_by_one[1].roots, at_once[1].roots);
  EXPECT_EQ(one_by_one[2].roots, at_once[0].roots);
}

TEST_F(BlameOfResults, ForgetsWhatAPartOfTheRunSaid) {
  std::vector<VectorResult> told = results(Status::pass, Status::fail, Status::pass);
  told[1].roots = {"load/sample/elsewhere"};
  tell_blame(told);
  EXPECT_THAT(told[1].roots, IsEmpty());
}

TEST_F(BlameOfResults, IsSaidInWords) {
  VectorResult result = sample_result(corpus_.vectors[2], Status::fail);
  EXPECT_EQ(not_testable_text(result), "");
  result.roots = {"load/sample/first", "load/sample/second"};
  EXPECT_EQ(not_testable_text(result), "not testable, because load/sample/first and load/sample/second failed");
}

}  // namespace
}  // namespace conformance::blame_test
