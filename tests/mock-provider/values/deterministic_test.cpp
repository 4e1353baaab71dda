#include <gtest/gtest.h>

#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::deterministic_test {
namespace {

TEST(Deterministic, DependsOnTextAndSeedAlone) {
  EXPECT_EQ(deterministic::hash("a", 1), deterministic::hash("a", 1));
  EXPECT_NE(deterministic::hash("a", 1), deterministic::hash("a", 2));
  EXPECT_NE(deterministic::hash("a"), deterministic::hash("b"));
}

TEST(Deterministic, MakesTokensOfLettersAndDigits) {
  std::string const token = deterministic::token(5, 24);
  EXPECT_EQ(token.size(), 24U);
  EXPECT_EQ(token, deterministic::token(5, 24));
  EXPECT_NE(token, deterministic::token(6, 24));
  for (unsigned char const character : token) EXPECT_TRUE(std::isalnum(character));
}

TEST(Deterministic, KeepsTimesWithinOneYear) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    EXPECT_GE(deterministic::time_of(seed), 1'735'689'600);
    EXPECT_LT(deterministic::time_of(seed), 1'767'225'600);
  }
}

}  // namespace
}  // namespace mock_provider::deterministic_test
