#include "prompty/core/describe_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::describe_json_test {
namespace {

TEST(DescribeJson, NamesTypeAndShowsShortValues) {
  EXPECT_EQ(describe_json(nullptr), "nothing");
  EXPECT_EQ(describe_json(true), "true");
  EXPECT_EQ(describe_json(3), "the number 3");
  EXPECT_EQ(describe_json("hot"), "the string \"hot\"");
  EXPECT_EQ(describe_json(Json::array({1, 2})), "a list of 2");
  EXPECT_EQ(describe_json(Json::object()), "a mapping");
}

TEST(DescribeJson, DoesNotShowLongStrings) {
  EXPECT_EQ(describe_json(std::string(100, 'a')), "a long string");
}

}  // namespace
}  // namespace prompty::describe_json_test
