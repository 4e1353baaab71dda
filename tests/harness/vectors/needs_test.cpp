#include "harness/vectors/needs.hpp"

#include <gmock/gmock.h>

namespace conformance::needs_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "turn" needs "chat" and "tools", "chat" needs "text", "tools" needs "chat".
Needs stages() {
  Needs needs;
  needs.add("text", {});
  needs.add("chat", {"text"});
  needs.add("tools", {"chat"});
  needs.add("turn", {"chat", "tools"});
  return needs;
}

TEST(RootsOfAFailure, AreNoneWhenNothingThatItNeedsFailed) {
  EXPECT_THAT(stages().roots_of("turn", {"turn", "other"}), IsEmpty());
  EXPECT_THAT(stages().roots_of("text", {"text", "chat", "turn"}), IsEmpty());
  EXPECT_THAT(stages().roots_of("unheard-of", {"text"}), IsEmpty());
}

TEST(RootsOfAFailure, AreFoundThroughVectorsThatPassed) {
  EXPECT_THAT(stages().roots_of("turn", {"turn", "text"}), ElementsAre("text"));
}

TEST(RootsOfAFailure, AreOnlyThoseThatFailInTheirOwnRight) {
  EXPECT_THAT(stages().roots_of("turn", {"turn", "tools", "chat", "text"}), ElementsAre("text"));
  EXPECT_THAT(stages().roots_of("turn", {"turn", "tools"}), ElementsAre("tools"));
}

TEST(RootsOfAFailure, AreEachNamedOnceInTheOrderOfTheNeeds) {
  Needs needs;
  needs.add("far", {"left", "right", "first"});
  needs.add("left", {"first"});
  needs.add("right", {"second"});
  EXPECT_THAT(needs.roots_of("far", {"far", "left", "right", "first", "second"}), ElementsAre("first", "second"));
}

}  // namespace
}  // namespace conformance::needs_test
