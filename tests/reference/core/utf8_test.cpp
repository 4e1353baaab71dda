#include "prompty/core/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace prompty::utf8_test {
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

}  // namespace
}  // namespace prompty::utf8_test
