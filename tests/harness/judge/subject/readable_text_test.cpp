#include "harness/judge/subject/readable_text.hpp"

#include <gtest/gtest.h>

namespace conformance::readable_text_test {
namespace {

TEST(ReadableText, KeepsValidUtf8) {
  EXPECT_EQ(valid_utf8("añ€\n\"\\"), "añ€\n\"\\");
}

TEST(ReadableText, ReplacesOtherBytes) {
  EXPECT_EQ(valid_utf8("a\x80z"), "a\xEF\xBF\xBDz");
}

TEST(ReadableText, IsCutBetweenCharacters) {
  EXPECT_EQ(one_line_excerpt("a€b", 10), "a€b");
  EXPECT_EQ(one_line_excerpt("a€b", 3), "a…");
  EXPECT_EQ(one_line_excerpt("a€b", 4), "a€…");
}

TEST(ReadableText, KeepsLinesAndTabsWhereThereMayBeSeveral) {
  EXPECT_EQ(printable_text("a\tb\n\x1B]0;title\x07 c\r\n"), "a\tb\n ]0;title  c \n");
}

TEST(ReadableText, ShowsWhatSteersATerminalAsBlanks) {
  EXPECT_EQ(one_line_excerpt("a\u009B1mb", 20), "a 1mb");
  EXPECT_EQ(one_line_excerpt("a\u202Eb\u2066c\u2028d\u200Fe", 20), "a b c d e");
  EXPECT_EQ(one_line_excerpt("Ünïcode 日本 🙂", 40), "Ünïcode 日本 🙂");
}

TEST(ReadableText, ShowsControlCharactersAsBlanks) {
  EXPECT_EQ(one_line_excerpt("a\tb\x1B[1m\r\n", 20), "a b [1m  ");
}

TEST(ReplacedTexts, AreAsTheyWereWithoutATextToReplace) {
  EXPECT_EQ(replaced_all("abcabc", "bc", "d"), "adad");
  EXPECT_EQ(replaced_all("abc", "", "d"), "abc");
}

}  // namespace
}  // namespace conformance::readable_text_test
