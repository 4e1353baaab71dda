#include "mock-provider/matching/bounded_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace conformance::bounded_json_test {
namespace {

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(BoundedJson, IsTheValueOfAText) {
  EXPECT_EQ(bounded_json(R"({"a":[1,null]})"), (Json{{"a", Json::array({1, nullptr})}}));
  EXPECT_EQ(bounded_json(nested(512)).size(), 1U);
}

TEST(BoundedJson, IsDiscardedWhereThereIsNone) {
  EXPECT_TRUE(bounded_json("").is_discarded());
  EXPECT_TRUE(bounded_json("{").is_discarded());
}

TEST(BoundedJson, IsDiscardedBeyondTheBounds) {
  EXPECT_TRUE(bounded_json(nested(513)).is_discarded());
  EXPECT_TRUE(bounded_json(nested(1'000'000)).is_discarded());
  EXPECT_TRUE(bounded_json("[1,2,3]", {.values = 2}).is_discarded());
  EXPECT_TRUE(bounded_json(R"({"a":1,"b":2})", {.members = 1}).is_discarded());
}

TEST(BoundedJson, TakesOtherBounds) {
  EXPECT_FALSE(bounded_json(nested(600), {.levels = 600}).is_discarded());
  EXPECT_TRUE(bounded_json("[[]]", {.levels = 1}).is_discarded());
}

TEST(BoundedJson, IsDiscardedWhereNulEndsTheValue) {
  EXPECT_TRUE(bounded_json(std::string("{}\0", 3)).is_discarded());
  EXPECT_TRUE(bounded_json(std::string("{}\0 garbage", 11)).is_discarded());
}

}  // namespace
}  // namespace conformance::bounded_json_test
