#include "harness/run/playing_order.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/input_error.hpp"
#include "harness/vectors/sample_vectors.hpp"

namespace conformance::playing_order_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Json needing_vector(std::string const& id, std::vector<std::string> const& needs) {
  Json vector = sample_vector({{"id", id}});
  if (!needs.empty()) vector["needs"] = needs;
  return vector;
}

Json pausing_vector(std::string const& id, double pause_ms) {
  return sample_vector({{"id", id}, {"given", {{"handlers", {{{"tool", {{"delayMs", pause_ms}}}}}}}}});
}

TEST(OrderOfNeed, PutsVectorsBehindThoseThatTheyNeed) {
  std::vector<Vector> const vectors =
      sample_vectors({needing_vector("a", {"d"}), needing_vector("b", {}), needing_vector("c", {"a", "b"}),
                      needing_vector("d", {"elsewhere"})});
  std::vector<std::string> ids;
  for (Vector const* const vector : in_order_of_need(pointers_to(vectors))) ids.push_back(vector->id);
  EXPECT_THAT(ids, ElementsAre("load/sample/d", "load/sample/a", "load/sample/b", "load/sample/c"));
}

TEST(OrderOfNeed, RefusesCircles) {
  std::vector<Vector> const circle = sample_vectors({needing_vector("a", {"b"}), needing_vector("b", {"a"})});
  EXPECT_THAT([&] { (void)in_order_of_need(pointers_to(circle)); }, ThrowsMessage<InputError>(HasSubstr("circle")));
  std::vector<Vector> const itself = sample_vectors({needing_vector("a", {"a"})});
  EXPECT_THROW((void)in_order_of_need(pointers_to(itself)), InputError);
}

std::vector<Vector> mixed_vectors() {
  return sample_vectors({sample_vector({{"id", "lonely"}, {"env", {{"NAME", "Jo"}}}}), needing_vector("usual", {}),
                         pausing_vector("short", 9), needing_vector("other", {}), pausing_vector("long", 10),
                         sample_vector({{"id", "elsewhere"}, {"cwd", "folder"}}), pausing_vector("longest", 300),
                         needing_vector("last", {})});
}

TEST(OrderOfPlay, WhenItHasToBeQuickBeginsWithWhatBearsNoCompanyAndStrewsWhatWaitsOverTheFirstHalf) {
  std::vector<Vector> const vectors = mixed_vectors();
  EXPECT_THAT(order_of_play(pointers_to(vectors), PlayingOrder::quickest), ElementsAre(0, 5, 4, 1, 6, 2, 3, 7));
}

TEST(OrderOfPlay, LeavesNothingOutWhenAllOrNoneWait) {
  std::vector<Vector> const waiting = sample_vectors({pausing_vector("long", 10), pausing_vector("longer", 20)});
  EXPECT_THAT(order_of_play(pointers_to(waiting), PlayingOrder::quickest), ElementsAre(0, 1));
  std::vector<Vector> const usual = sample_vectors({needing_vector("one", {}), needing_vector("two", {})});
  EXPECT_THAT(order_of_play(pointers_to(usual), PlayingOrder::quickest), ElementsAre(0, 1));
}

TEST(OrderOfPlay, IsThatOfTheVectorsOtherwise) {
  std::vector<Vector> const vectors = mixed_vectors();
  EXPECT_THAT(order_of_play(pointers_to(vectors), PlayingOrder::as_given), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

}  // namespace
}  // namespace conformance::playing_order_test
