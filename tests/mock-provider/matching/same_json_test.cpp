#include "mock-provider/matching/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace conformance::same_json_test {
namespace {

bool same(std::string_view left, std::string_view right) {
  bool const forwards = same_json(Json::parse(left), Json::parse(right));
  bool const backwards = same_json(Json::parse(right), Json::parse(left));
  EXPECT_EQ(forwards, backwards) << left << " and " << right;
  return forwards;
}

TEST(SameJson, IgnoresTheOrderOfMembers) {
  EXPECT_TRUE(same(R"({"a":1,"b":{"c":2,"d":3}})", R"({"b":{"d":3,"c":2},"a":1})"));
}

TEST(SameJson, MindsTheOrderOfElements) {
  EXPECT_FALSE(same("[1,2]", "[2,1]"));
}

TEST(SameJson, MindsMissingMembers) {
  EXPECT_FALSE(same(R"({"a":1,"b":null})", R"({"a":1})"));
  EXPECT_FALSE(same(R"({"a":1,"b":2})", R"({"a":1,"c":2})"));
}

TEST(SameJson, ComparesNumbersByValue) {
  EXPECT_TRUE(same("1", "1.0"));
  EXPECT_TRUE(same("100", "1e2"));
  EXPECT_TRUE(same("-3", "-3.0"));
  EXPECT_TRUE(same("0", "-0.0"));
  EXPECT_FALSE(same("1", "1.5"));
  EXPECT_FALSE(same("1", "-1"));
}

TEST(SameJson, DoesNotRoundIntegersBeyondTheReachOfDoubles) {
  EXPECT_TRUE(same("9007199254740993", "9007199254740993"));
  EXPECT_FALSE(same("9007199254740993", "9007199254740992.0"));
  EXPECT_TRUE(same("9007199254740992", "9007199254740992.0"));
  EXPECT_FALSE(same("-9007199254740993", "-9007199254740992.0"));
}

TEST(SameJson, KeepsTheEndsOfTheIntegersApart) {
  EXPECT_TRUE(same("9223372036854775808", "9223372036854775808.0"));
  EXPECT_TRUE(same("-9223372036854775808", "-9223372036854775808.0"));
  EXPECT_FALSE(same("9223372036854775807", "9223372036854775808.0"));
  EXPECT_FALSE(same("18446744073709551615", "18446744073709551616.0"));
  EXPECT_FALSE(same("0", "18446744073709551616.0"));
  EXPECT_FALSE(same("18446744073709551615", "-1"));
  EXPECT_FALSE(same("-1", "18446744073709551615.0"));
}

TEST(SameJson, ComparesSignedAndUnsignedStorageByValue) {
  EXPECT_TRUE(same_json(Json(std::int64_t{7}), Json(std::uint64_t{7})));
  EXPECT_FALSE(same_json(Json(std::int64_t{-1}), Json(~std::uint64_t{0})));
}

TEST(SameJson, KeepsTypesApart) {
  EXPECT_FALSE(same("0", "false"));
  EXPECT_FALSE(same("1", "\"1\""));
  EXPECT_FALSE(same("null", "false"));
  EXPECT_FALSE(same("[]", "{}"));
  EXPECT_FALSE(same("\"\"", "null"));
}

}  // namespace
}  // namespace conformance::same_json_test
