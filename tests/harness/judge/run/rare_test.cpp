#include "harness/judge/run/runner.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

namespace conformance::rare_test {
namespace {

TEST(Rare, IsEmptyUntilItIsGivenAValue) {
  Rare<std::string> word;
  EXPECT_FALSE(word.has_value());
  word = std::string("ebb");
  ASSERT_TRUE(word);
  EXPECT_EQ(*word, "ebb");
  word = std::nullopt;
  EXPECT_FALSE(word.has_value());
}

TEST(Rare, IsMadeOfAnOptional) {
  EXPECT_EQ(*Rare<int>(std::optional<int>(3)), 3);
  EXPECT_FALSE(Rare<int>(std::optional<int>()).has_value());
}

TEST(Rare, IsCopiedAsAValue) {
  Rare<std::string> const word = std::string("ebb");
  Rare<std::string> copy = word;
  copy->append(" and flow");
  EXPECT_EQ(*word, "ebb");
  EXPECT_EQ(*copy, "ebb and flow");
  copy = word;
  EXPECT_EQ(copy->size(), 3U);
  Rare<std::string> const moved = std::move(copy);
  EXPECT_EQ(*moved, "ebb");
  EXPECT_FALSE(Rare<std::string>(Rare<std::string>()).has_value());
}

}  // namespace
}  // namespace conformance::rare_test
