#include "mock-provider/matching/bounded_json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace conformance::json_complexity_test {
namespace {

TEST(JsonComplexities, CountLevelsValuesAndMembers) {
  EXPECT_EQ(complexity_of("7"), (JsonComplexity{.depth = 0, .values = 0, .widest_object = 0}));
  EXPECT_EQ(complexity_of("[]"), (JsonComplexity{.depth = 1, .values = 1, .widest_object = 0}));
  EXPECT_EQ(complexity_of("[1,[2],3]").depth, 2);
  EXPECT_GE(complexity_of("[1,[2],3]").values, 4U);
  EXPECT_EQ(complexity_of(R"({"a":1,"b":{"c":2},"d":3})").widest_object, 3U);
  EXPECT_EQ(complexity_of(R"([{"a":1},{"a":1,"b":2},{"a":1}])").widest_object, 2U);
  EXPECT_EQ(complexity_of(R"([{"a":1},{"a":{"b":":"},"b":2},{"a":1}])").members, 5U);
}

TEST(JsonComplexities, CountARepeatedNameAgain) {
  EXPECT_EQ(complexity_of(R"({"a":1,"a":2})").widest_object, 2U);
  EXPECT_EQ(complexity_of(R"({"a":1,"a":2})").members, 2U);
}

TEST(JsonComplexities, LookIntoNoString) {
  EXPECT_EQ(complexity_of(R"("[[[{,,:")"), JsonComplexity{});
  EXPECT_EQ(complexity_of(R"(["a\"[[[","\\",[]])").depth, 2);
}

TEST(JsonComplexities, StopCountingBelowTheDeepestLevel) {
  EXPECT_EQ(complexity_of(std::string(100'000, '[')).depth, deepest_counted + 1);
  EXPECT_EQ(complexity_of(std::string(512, '[') + std::string(512, ']')).depth, 512);
}

TEST(JsonComplexities, SayNothingOfOtherTextButEnd) {
  EXPECT_EQ(complexity_of("").depth, 0);
  EXPECT_EQ(complexity_of("]]]]}[").depth, 1);
  EXPECT_EQ(complexity_of("\"\\"), JsonComplexity{});
}

}  // namespace
}  // namespace conformance::json_complexity_test
