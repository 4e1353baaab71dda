#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::json_text_test {
namespace {

json_text::Problem problem_of(std::string const& text) {
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(text);
  if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) return *problem;
  ADD_FAILURE() << "was taken for JSON: " << text;
  return {};
}

TEST(JsonText, KeepsTheOrderOfMembers) {
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(R"({"b": 1, "a": [true, null]})");
  ASSERT_TRUE(std::holds_alternative<Json>(parsed));
  EXPECT_EQ(json_text::dump(std::get<Json>(parsed)), R"({"b":1,"a":[true,null]})");
}

TEST(JsonText, TellsLineAndColumnOfAMistake) {
  json_text::Problem const problem = problem_of("{\n  \"a\": ,\n}");
  EXPECT_EQ(problem.line, 2U);
  EXPECT_EQ(problem.column, 8U);
  EXPECT_NE(problem.message.find("unexpected ','"), std::string::npos) << problem.message;
}

TEST(JsonText, RefusesAnEmptyText) {
  EXPECT_EQ(problem_of("").line, 1U);
}

TEST(JsonText, TakesNestingUpToTheLimitAndNoDeeper) {
  std::size_t const limit = json_text::depth_limit;
  std::string const allowed = std::string(limit, '[') + std::string(limit, ']');
  EXPECT_TRUE(std::holds_alternative<Json>(json_text::parse(allowed)));
  json_text::Problem const problem = problem_of('[' + allowed + ']');
  EXPECT_EQ(problem.column, limit + 1);
  EXPECT_NE(problem.message.find("200 levels"), std::string::npos);
}

TEST(JsonText, SurvivesAMillionBrackets) {
  EXPECT_EQ(problem_of(std::string(1'000'000, '[')).column, 201U);
}

TEST(JsonText, DoesNotCountBracketsInsideStrings) {
  std::string const text = "[\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\"]";
  EXPECT_TRUE(std::holds_alternative<Json>(json_text::parse(text)));
}

TEST(JsonText, RefusesBytesThatAreNoUtf8) {
  EXPECT_EQ(problem_of("[\"\xC3\x28\"]").line, 1U);
}

TEST(JsonText, RefusesANulByteAndWhatIsBehindIt) {
  for (std::string const& text : {std::string("{}\0x", 4), std::string("{}\0", 3), std::string("\n{}\0", 4)}) {
    std::size_t const at = text.find('\0');
    json_text::Problem const problem = problem_of(text);
    EXPECT_NE(problem.message.find("NUL"), std::string::npos) << problem.message;
    EXPECT_EQ(problem.line, text.front() == '\n' ? 2U : 1U);
    EXPECT_EQ(problem.column, text.front() == '\n' ? at : at + 1);
    EXPECT_FALSE(json_text::is_json(text));
    EXPECT_TRUE(std::holds_alternative<json_text::Problem>(json_text::parse_strictly(text)));
  }
  EXPECT_TRUE(json_text::is_json(R"(["\u0000"])"));
}

TEST(JsonText, DumpsBrokenUtf8AsReplacementCharacters) {
  EXPECT_EQ(json_text::dump(Json(std::string("a\xFF"))), "\"a\xEF\xBF\xBD\"");
}

TEST(JsonText, CutsAnExcerptBetweenCharacters) {
  EXPECT_EQ(json_text::excerpt(Json("abc"), 20), "\"abc\"");
  EXPECT_EQ(json_text::excerpt(Json("aäää"), 3), "\"a…");
}

TEST(JsonText, KnowsUtf8) {
  EXPECT_TRUE(json_text::is_utf8(""));
  EXPECT_TRUE(json_text::is_utf8("a \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"));
  EXPECT_FALSE(json_text::is_utf8("\x80"));
  EXPECT_FALSE(json_text::is_utf8("\xC0\xAF"));
  EXPECT_FALSE(json_text::is_utf8("\xE0\x80\xAF"));
  EXPECT_FALSE(json_text::is_utf8("\xED\xA0\x80"));
  EXPECT_FALSE(json_text::is_utf8("\xF0\x80\x80\xAF"));
  EXPECT_FALSE(json_text::is_utf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(json_text::is_utf8("\xF0\x9F\x98"));
  EXPECT_FALSE(json_text::is_utf8("\xFF"));
}

TEST(JsonText, EscapesPointerSegments) {
  EXPECT_EQ(json_text::child("/a", "b/c~d"), "/a/b~1c~0d");
  EXPECT_EQ(json_text::child("", std::size_t{3}), "/3");
}

TEST(JsonText, CountsTheLastOfSeveralMembersAtThePlaceOfTheFirst) {
  std::string text = R"({"a": 1, "b": 2, "a": 3)";
  EXPECT_EQ(json_text::dump(std::get<Json>(json_text::parse(text + "}"))), R"({"a":3,"b":2})");
  std::string expected = R"({"a":5,"b":2)";
  for (int member = 0; member < 50; ++member) {
    text += ",\"m" + std::to_string(member) + "\":0";
    expected += ",\"m" + std::to_string(member) + "\":" + (member == 40 ? "4" : "0");
  }
  std::variant<Json, json_text::Problem> const wide = json_text::parse(text + R"(,"m40":4,"a":5})");
  EXPECT_EQ(json_text::dump(std::get<Json>(wide)), expected + "}");
}

TEST(JsonText, TakesNoLongerForEachMemberOfAWideObject) {
  std::string text = "{";
  for (int member = 0; member < 200'000; ++member) text += "\"" + std::to_string(member) + "\":0,";
  text.back() = '}';
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(text);
  // Looking through all members before each takes a minute and a half.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  ASSERT_TRUE(std::holds_alternative<Json>(parsed));
  EXPECT_EQ(std::get<Json>(parsed).size(), 200'000U);
}

TEST(JsonText, TellsOfANumberThatIsTooLargeWithItsPlace) {
  json_text::Problem const problem = problem_of("[1,\n1e999]");
  EXPECT_EQ(problem.message, "a number is too large");
  EXPECT_EQ(problem.line, 2U);
}

TEST(JsonText, RepeatsOnlyTheBeginningOfWhatItCannotRead) {
  EXPECT_LT(problem_of('"' + std::string(1'000'000, 'a')).message.size(), 400U);
}

TEST(JsonTextStrings, AreWrittenAsTheLibraryWritesThem) {
  std::string every_byte;
  for (int byte = 0; byte < 128; ++byte) every_byte += static_cast<char>(byte);
  for (std::string const& text : {every_byte, std::string("üöä🌤"), std::string(),
                                  std::string("a\xFF"
                                              "b\xC3")}) {
    std::string written = "x";
    json_text::append_string(written, text);
    EXPECT_EQ(written, "x" + json_text::dump(text));
  }
}

TEST(JsonTextStrings, AreWrittenAsTheLibraryWritesThemWhereverAByteStands) {
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t place = 0; place < 20; ++place) {
      std::string text(20, 'a');
      text[place] = static_cast<char>(byte);
      std::string written;
      json_text::append_string(written, text);
      EXPECT_EQ(written, json_text::dump(text)) << byte << " at " << place;
    }
  }
}

TEST(JsonTextStrict, TellsWhereAMemberStandsTwice) {
  auto const problem = std::get<json_text::Problem>(json_text::parse_strictly("{\"a\": {\"b\": 1,\n  \"b\": 2}}"));
  EXPECT_EQ(problem.line, 2U);
  EXPECT_EQ(problem.column, 3U);
  EXPECT_THAT(problem.message, testing::HasSubstr("\"b\" stands here twice"));
  EXPECT_EQ(std::get<Json>(json_text::parse_strictly(R"([{"a": 1}, {"a": 2}])")).size(), 2U);
  EXPECT_EQ(std::get<json_text::Problem>(json_text::parse_strictly("{\n]")).line, 2U);
  EXPECT_TRUE(std::holds_alternative<json_text::Problem>(json_text::parse_strictly("")));
}

}  // namespace
}  // namespace mock_provider::json_text_test
