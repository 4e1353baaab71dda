#include "harness/matching/bounded_json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace conformance::json_burden_test {
namespace {

TEST(JsonBurdens, CountLevelsValuesAndMembers) {
  EXPECT_EQ(burden_of("7"), (JsonBurden{.depth = 0, .values = 0, .widest_object = 0}));
  EXPECT_EQ(burden_of("[]"), (JsonBurden{.depth = 1, .values = 1, .widest_object = 0}));
  EXPECT_EQ(burden_of("[1,[2],3]").depth, 2);
  EXPECT_GE(burden_of("[1,[2],3]").values, 4U);
  EXPECT_EQ(burden_of(R"({"a":1,"b":{"c":2},"d":3})").widest_object, 3U);
  EXPECT_EQ(burden_of(R"([{"a":1},{"a":1,"b":2},{"a":1}])").widest_object, 2U);
}

TEST(JsonBurdens, CountARepeatedNameAgain) {
  EXPECT_EQ(burden_of(R"({"a":1,"a":2})").widest_object, 2U);
}

TEST(JsonBurdens, LookIntoNoString) {
  EXPECT_EQ(burden_of(R"("[[[{,,:")"), JsonBurden{});
  EXPECT_EQ(burden_of(R"(["a\"[[[","\\",[]])").depth, 2);
}

TEST(JsonBurdens, StopCountingBelowTheDeepestLevel) {
  EXPECT_EQ(burden_of(std::string(100'000, '[')).depth, deepest_counted + 1);
  EXPECT_EQ(burden_of(std::string(512, '[') + std::string(512, ']')).depth, 512);
}

TEST(JsonBurdens, SayNothingOfOtherTextButEnd) {
  EXPECT_EQ(burden_of("").depth, 0);
  EXPECT_EQ(burden_of("]]]]}[").depth, 1);
  EXPECT_EQ(burden_of("\"\\"), JsonBurden{});
}

}  // namespace
}  // namespace conformance::json_burden_test
