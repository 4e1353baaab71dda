#include "harness/subject/readable_text.hpp"

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

TEST(ReadableText, ShowsControlCharactersAsBlanks) {
  EXPECT_EQ(one_line_excerpt("a\tb\x1B[1m\r\n", 20), "a b [1m  ");
}

}  // namespace
}  // namespace conformance::readable_text_test
