#include "prompty/core/json_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::json_text_test {
namespace {

TEST(JsonText, KeepsTheOrderOfMembers) {
  EXPECT_EQ(json_text::dump(json_text::parse(R"({"b":1,"a":[true,null]})").value()), R"({"b":1,"a":[true,null]})");
}

TEST(JsonText, RefusesTextThatIsNotOneJsonValue) {
  for (char const* const text : {"", " ", "{", "{} {}", "nul", "NaN", "{'a':1}", "[1,]"}) {
    EXPECT_FALSE(json_text::parse(text)) << text;
  }
}

TEST(JsonText, AcceptsBlanksAroundTheValue) {
  EXPECT_EQ(json_text::parse(" \n7\t").value(), Json(7));
}

TEST(JsonText, AcceptsFiveHundredLevelsAndRefusesOneMore) {
  EXPECT_TRUE(json_text::parse(std::string(500, '[') + std::string(500, ']')));
  EXPECT_FALSE(json_text::parse(std::string(501, '[') + std::string(501, ']')));
}

TEST(JsonText, DoesNotCountBracketsInStrings) {
  std::string const brackets = "\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\"";
  EXPECT_TRUE(json_text::parse(brackets));
}

TEST(JsonText, SurvivesAMillionOpenBrackets) {
  EXPECT_FALSE(json_text::parse(std::string(1'000'000, '[')));
}

TEST(JsonText, DumpsBytesThatAreNotUtf8AsReplacementCharacters) {
  EXPECT_EQ(json_text::dump(Json("a\xFF")), "\"a\xEF\xBF\xBD\"");
}

TEST(JsonText, IndentsByTwo) {
  EXPECT_EQ(json_text::dump_indented(Json{{"a", 1}}), "{\n  \"a\": 1\n}");
}

}  // namespace
}  // namespace prompty::json_text_test
