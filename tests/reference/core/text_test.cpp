#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty::text_test {
namespace {

TEST(Utf8, AcceptsEachLengthAtItsBounds) {
  for (char const* const text : {"", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                                 "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(utf8::first_invalid_byte(text), std::nullopt) << text;
  }
}

TEST(Utf8, FindsWhatIsNotUtf8) {
  EXPECT_EQ(utf8::first_invalid_byte("ab\x80"), 2U);            // a continuation byte alone
  EXPECT_EQ(utf8::first_invalid_byte("a\xC1\xBF"), 1U);         // an overlong form
  EXPECT_EQ(utf8::first_invalid_byte("\xE0\x9F\xBF"), 0U);      // an overlong form of three bytes
  EXPECT_EQ(utf8::first_invalid_byte("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(utf8::first_invalid_byte("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(utf8::first_invalid_byte("\xF5\x80\x80\x80"), 0U);  // no lead byte
  EXPECT_EQ(utf8::first_invalid_byte("abc\xE2\x82"), 3U);       // cut off
  EXPECT_EQ(utf8::first_invalid_byte("\xE2\x82"
                                     "a"),
            0U);  // a letter where a continuation belongs
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(utf8::length("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), 4U);
  EXPECT_EQ(utf8::length(""), 0U);
}

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

TEST(JsonText, HasAtMostTenMillionValues) {
  std::string text = "[";
  for (int index = 0; index < 10'000'000; ++index) text += "0,";
  EXPECT_EQ(std::get<json_text::Failure>(json_text::parse_or_failure(text + "0]")).reason,
            "it has more than 10000000 values");
  // Signs in a text separate nothing.
  EXPECT_TRUE(json_text::parse("\"" + text + "\""));
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

TEST(JsonObjectBuilder, KeepsTheFirstPlaceAndTheLastValueOfARepeatedName) {
  json_text::ObjectBuilder builder(Json{{"a", 1}, {"b", 2}});
  builder.set("c", 3);
  builder.set("a", 4);
  EXPECT_EQ(*builder.find("c"), Json(3));
  EXPECT_EQ(builder.find("d"), nullptr);
  EXPECT_EQ(json_text::dump(builder.take()), R"({"a":4,"b":2,"c":3})");
  EXPECT_EQ(json_text::ObjectBuilder().take(), Json::object());
}

TEST(JsonObjectBuilder, FindsEachOfManyMembers) {
  constexpr int count = 50;
  json_text::ObjectBuilder builder(Json{{"0", 0}, {"1", 1}});
  for (int number = 0; number < count; ++number) builder.set(std::to_string(number), number);
  for (int number = 0; number < count; ++number) EXPECT_EQ(*builder.find(std::to_string(number)), Json(number));
  EXPECT_EQ(builder.find(std::to_string(count)), nullptr);
  builder.set("0", "first");
  builder.set("49", "last");
  Json const object = builder.take();
  EXPECT_EQ(object.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(object.front(), Json("first"));
  EXPECT_EQ(object.back(), Json("last"));
}

}  // namespace
}  // namespace prompty::text_test
