#include "prompty/core/json_text.hpp"

#include <gtest/gtest.h>

#include <chrono>
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

TEST(JsonText, TellsWhyThereIsNoValue) {
  EXPECT_EQ(std::get<Json>(json_text::parse_or_failure(" [1]\n")), Json::array({1}));
  auto const failure = [](std::string const& text) {
    return std::get<json_text::Failure>(json_text::parse_or_failure(text));
  };
  EXPECT_EQ(failure("[1,\n oops]"), (json_text::Failure{.reason = "invalid literal", .offset = 5}));
  EXPECT_EQ(failure("{\"a\": 1").offset, 7U);
  EXPECT_EQ(failure("[1] x").offset, 4U);
  EXPECT_EQ(failure("[1e999]").offset, 5U);
  EXPECT_EQ(failure(std::string(501, '[')).reason, "values are nested deeper than 500 levels");
}

TEST(JsonText, KeepsTheFirstPlaceAndTheLastValueOfARepeatedName) {
  EXPECT_EQ(json_text::dump(json_text::parse(R"({"a":1,"b":{"a":[]},"a":{"c":2}})").value()),
            R"({"a":{"c":2},"b":{"a":[]}})");
}

TEST(JsonText, ReadsManyMembersInLinearTime) {
  std::string text = "{";
  for (int index = 0; index < 200'000; ++index) text += "\"k" + std::to_string(index) + "\":1,";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(json_text::parse(text + "\"z\":0}").value().size(), 200'001U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace prompty::json_text_test
