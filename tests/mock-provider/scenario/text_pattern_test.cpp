#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/text_pattern.hpp"

namespace mock_provider::text_pattern_test {
namespace {

using text_pattern::Plain;

bool fits(char const* pattern, std::string const& text, Plain plain = Plain::equals) {
  return text_pattern::matches(text_pattern::decode(Json::parse(pattern), "/p", plain), text);
}

std::string complaint_about(char const* pattern) {
  try {
    static_cast<void>(text_pattern::decode(Json::parse(pattern), "/p", Plain::equals));
  } catch (ScenarioError const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TextPattern, TakesAPlainStringForTheWholeOrForAPart) {
  EXPECT_TRUE(fits(R"("gpt-4o")", "gpt-4o"));
  EXPECT_FALSE(fits(R"("gpt-4o")", "gpt-4o-mini"));
  EXPECT_TRUE(fits(R"("4o")", "gpt-4o-mini", Plain::contains));
  EXPECT_TRUE(fits(R"({"equals": "a"})", "a", Plain::contains));
  EXPECT_FALSE(fits(R"({"equals": "a"})", "ab", Plain::contains));
}

TEST(TextPattern, FindsRegularExpressionsAnywhere) {
  EXPECT_TRUE(fits(R"({"regex": "\\d+ ?°"})", "It is 72°F"));
  EXPECT_FALSE(fits(R"({"regex": "^\\d"})", "It is 72°F"));
  EXPECT_FALSE(fits(R"({"regex": "it IS"})", "It is 72°F"));
  EXPECT_TRUE(fits(R"({"regex": "it IS", "ignoreCase": true})", "It is 72°F"));
}

TEST(TextPattern, IgnoresTheCaseOfAllLetters) {
  EXPECT_TRUE(fits(R"({"contains": "ZÜRICH", "ignoreCase": true})", "in Zürich"));
  EXPECT_TRUE(fits(R"({"equals": "a.b", "ignoreCase": true})", "A.B"));
  EXPECT_FALSE(fits(R"({"equals": "a.b", "ignoreCase": true})", "AxB"));
  EXPECT_FALSE(fits(R"({"equals": "ab", "ignoreCase": true})", "abc"));
  EXPECT_FALSE(fits(R"({"contains": "ZÜRICH", "ignoreCase": false})", "in Zürich"));
}

TEST(TextPattern, IsOneOfSeveral) {
  char const* const pattern = R"({"anyOf": ["a", {"contains": "b"}, {"regex": "c$"}]})";
  for (char const* const text : {"a", "xbx", "xc"}) EXPECT_TRUE(fits(pattern, text)) << text;
  for (char const* const text : {"xa", "", "cx"}) EXPECT_FALSE(fits(pattern, text)) << text;
  EXPECT_EQ(text_pattern::description(text_pattern::decode(Json::parse(pattern), "", Plain::equals)),
            R"(equals "a" or contains "b" or matches "c$")");
}

TEST(TextPattern, TellsWhatIsWrongAndWhere) {
  using testing::HasSubstr;
  EXPECT_THAT(complaint_about("1"), HasSubstr("at /p: must be an object"));
  EXPECT_THAT(complaint_about("{}"), HasSubstr("one of equals, contains, regex and anyOf"));
  EXPECT_THAT(complaint_about(R"({"equals": "a", "regex": "b"})"), HasSubstr("one of equals"));
  EXPECT_THAT(complaint_about(R"({"anyOf": []})"), HasSubstr("at /p/anyOf: must be a non-empty array"));
  EXPECT_THAT(complaint_about(R"({"anyOf": ["a"], "ignoreCase": true})"), HasSubstr("anyOf stands alone"));
  EXPECT_THAT(complaint_about(R"({"anyOf": [{"anyOf": ["a"]}]})"), HasSubstr("at /p/anyOf/0"));
  EXPECT_THAT(complaint_about(R"({"regex": "(?=a)b"})"), HasSubstr("at /p/regex: is no regular expression of RE2"));
  EXPECT_THAT(complaint_about(R"({"contains": "a", "ignoreCase": 1})"), HasSubstr("at /p/ignoreCase: must be true"));
  EXPECT_THAT(complaint_about(R"({"like": "a"})"), HasSubstr("unknown member"));
}

}  // namespace
}  // namespace mock_provider::text_pattern_test
