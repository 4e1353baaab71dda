#include "prompty/parse/text_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prompty::text_lines_test {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> found;
  text_lines::Lines lines(text);
  while (std::optional<text_lines::Line> const line = lines.next()) {
    EXPECT_EQ(text.substr(line->begin, line->text.size()), line->text);
    found.emplace_back(line->text);
  }
  return found;
}

TEST(TextLines, EndAtLineFeedsOnly) {
  using List = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), (List{""}));
  EXPECT_EQ(lines_of("a"), (List{"a"}));
  EXPECT_EQ(lines_of("a\n"), (List{"a", ""}));
  EXPECT_EQ(lines_of("\na\r\nb\rc"), (List{"", "a\r", "b\rc"}));
  EXPECT_EQ(lines_of("a\xE2\x80\xA8"
                     "b\xE2\x80\xA9"
                     "c\xC2\x85"
                     "d"),
            (List{"a\xE2\x80\xA8"
                  "b\xE2\x80\xA9"
                  "c\xC2\x85"
                  "d"}));
}

TEST(OuterBlankLines, GoWhole) {
  EXPECT_EQ(text_lines::without_outer_blank_lines("\n \t\n  first\n\n last  \n\n \n"), "  first\n\n last  ");
  EXPECT_EQ(text_lines::without_outer_blank_lines("  one  "), "  one  ");
  EXPECT_EQ(text_lines::without_outer_blank_lines("one \n"), "one ");
  EXPECT_EQ(text_lines::without_outer_blank_lines("one\n   "), "one");
}

TEST(OuterBlankLines, CarriageReturnsBelongToTheLineEndThatGoes) {
  EXPECT_EQ(text_lines::without_outer_blank_lines("\r\na\r\nb\r\n\r\n"), "a\r\nb");
  EXPECT_EQ(text_lines::without_outer_blank_lines("a\r"), "a\r");
}

TEST(OuterBlankLines, LeaveNothingOfBlankText) {
  for (char const* const text : {"", " ", "\n\n", " \r\n\t\n", "\f\v"}) {
    EXPECT_EQ(text_lines::without_outer_blank_lines(text), "") << text;
    EXPECT_TRUE(text_lines::is_blank(text)) << text;
  }
  EXPECT_FALSE(text_lines::is_blank("\xC2\xA0"));
  EXPECT_EQ(text_lines::without_outer_blank_lines("\n\xE2\x80\xA8\n"), "\xE2\x80\xA8");
}

}  // namespace
}  // namespace prompty::text_lines_test
