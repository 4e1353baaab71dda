#include "harness/faults/together.hpp"

#include <gtest/gtest.h>

namespace conformance::together_test {
namespace {

TEST(TogetherScores, AreShares) {
  TogetherScore const score{.mistakes = 8, .found = 6, .faults = 4, .belonging = 3};
  EXPECT_DOUBLE_EQ(score.recall(), 0.75);
  EXPECT_DOUBLE_EQ(score.precision(), 0.75);
}

TEST(TogetherScores, OfNothingAreWhole) {
  EXPECT_DOUBLE_EQ(TogetherScore{}.recall(), 1);
  EXPECT_DOUBLE_EQ(TogetherScore{}.precision(), 1);
}

TEST(TogetherBars, AskLessOfMoreMistakesAtOnce) {
  EXPECT_DOUBLE_EQ(bar_of(1).recall, 1);
  EXPECT_DOUBLE_EQ(bar_of(5).recall, 0.98);
  EXPECT_DOUBLE_EQ(bar_of(20).precision, 0.95);
  EXPECT_DOUBLE_EQ(bar_of(80).precision, 0.9);
}

}  // namespace
}  // namespace conformance::together_test
