#include "harness/judge/run/runner.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::playing_order_test {
namespace {

using testing::ElementsAre;

Json usual_vector(std::string const& id) {
  return sample_vector({{"id", id}});
}

Json pausing_vector(std::string const& id, double pause_ms) {
  return sample_vector({{"id", id}, {"given", {{"handlers", {{{"tool", {{"delayMs", pause_ms}}}}}}}}});
}

std::vector<Vector> mixed_vectors() {
  return sample_vectors({sample_vector({{"id", "lonely"}, {"env", {{"NAME", "Jo"}}}}), usual_vector("usual"),
                         pausing_vector("short", 9), usual_vector("other"), pausing_vector("long", 10),
                         sample_vector({{"id", "elsewhere"}, {"cwd", "folder"}}), pausing_vector("longest", 300),
                         usual_vector("last")});
}

TEST(OrderOfPlay, WithinATimeLimitBeginsWithExclusiveVectorsAndSpreadsWaitingOnesOverTheFirstHalfLongestFirst) {
  std::vector<Vector> const vectors = mixed_vectors();
  EXPECT_THAT(order_of_play(pointers_to(vectors), PlayingOrder::quickest), ElementsAre(0, 5, 6, 1, 4, 2, 3, 7));
}

TEST(OrderOfPlay, LeavesNothingOutWhenAllOrNoneWait) {
  std::vector<Vector> const waiting = sample_vectors({pausing_vector("long", 10), pausing_vector("longer", 20)});
  EXPECT_THAT(order_of_play(pointers_to(waiting), PlayingOrder::quickest), ElementsAre(1, 0));
  std::vector<Vector> const usual = sample_vectors({usual_vector("one"), usual_vector("two")});
  EXPECT_THAT(order_of_play(pointers_to(usual), PlayingOrder::quickest), ElementsAre(0, 1));
}

TEST(OrderOfPlay, IsThatOfTheVectorsOtherwise) {
  std::vector<Vector> const vectors = mixed_vectors();
  EXPECT_THAT(order_of_play(pointers_to(vectors), PlayingOrder::as_given), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

}  // namespace
}  // namespace conformance::playing_order_test
