#include "mock-provider/matching/matcher.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace conformance::matcher_test {
namespace {

TEST(Matchers, AreKnownByTheirKeys) {
  EXPECT_EQ(matcher_named("$oneOf"), Matcher::one_of);
  EXPECT_EQ(matcher_named("$trimEnd"), Matcher::trim_end);
  EXPECT_EQ(matcher_named("$oneof"), std::nullopt);
  EXPECT_EQ(matcher_named("oneOf"), std::nullopt);
  EXPECT_EQ(matcher_named("$"), std::nullopt);
}

TEST(Matchers, AreObjectsWithADollarKeyAnywhere) {
  EXPECT_TRUE(has_dollar_key({{"a", 1}, {"$b", 2}}));
  EXPECT_FALSE(has_dollar_key({{"a$", 1}, {"", 2}}));
  EXPECT_FALSE(has_dollar_key("$absent"));
  EXPECT_FALSE(has_dollar_key(Json::array({"$absent"})));
}

TEST(Matchers, OfAbsenceStandAlone) {
  EXPECT_TRUE(is_absent_matcher({{"$absent", true}}));
  EXPECT_FALSE(is_absent_matcher({{"$absent", true}, {"a", 1}}));
  EXPECT_FALSE(is_absent_matcher(Json::object()));
}

TEST(JsonPointers, EscapeTildeAndSlash) {
  EXPECT_EQ(child("", "a/b"), "/a~1b");
  EXPECT_EQ(child("/x", "m~n"), "/x/m~0n");
  EXPECT_EQ(child("", "~1"), "/~01");
  EXPECT_EQ(child("/x", ""), "/x/");
  EXPECT_EQ(child("/x", std::size_t{12}), "/x/12");
}

TEST(JsonPointers, AreReadBackAlike) {
  Json const document = {{"a/b", {{"~", Json::array({7, 8})}}}};
  std::string const pointer = child(child(child("", "a/b"), "~"), std::size_t{1});
  EXPECT_EQ(document.at(Json::json_pointer(pointer)), 8);
}

}  // namespace
}  // namespace conformance::matcher_test
