#include "harness/judge/subject/json_rpc.hpp"

#include <gtest/gtest.h>

namespace conformance::line_reader_test {
namespace {

TEST(LineReading, GivesLinesHoweverTheBytesArrive) {
  LineReader lines(100);
  for (char const byte : std::string("ab\ncd\n")) lines.feed(std::string(1, byte));
  EXPECT_EQ(lines.next_line(), "ab");
  EXPECT_EQ(lines.next_line(), "cd");
  EXPECT_EQ(lines.next_line(), std::nullopt);
}

TEST(LineReading, KeepsAnUnfinishedLineUntilItsEndArrives) {
  LineReader lines(100);
  lines.feed("a\nbcd");
  EXPECT_EQ(lines.next_line(), "a");
  EXPECT_EQ(lines.next_line(), std::nullopt);
  EXPECT_EQ(lines.unfinished_bytes(), 3U);
  lines.feed("e\n");
  EXPECT_EQ(lines.next_line(), "bcde");
  EXPECT_EQ(lines.unfinished_bytes(), 0U);
}

TEST(LineReading, GivesEmptyLines) {
  LineReader lines(100);
  lines.feed("\n\n");
  EXPECT_EQ(lines.next_line(), "");
  EXPECT_EQ(lines.next_line(), "");
  EXPECT_EQ(lines.next_line(), std::nullopt);
}

TEST(LineReading, AcceptsALineOfExactlyTheLargestLength) {
  LineReader lines(4);
  lines.feed("abcd\n");
  EXPECT_EQ(lines.next_line(), "abcd");
  EXPECT_FALSE(lines.overlong());
}

TEST(LineReading, RefusesALongerLineEvenBeforeItEnds) {
  LineReader lines(4);
  lines.feed("abcde");
  EXPECT_EQ(lines.next_line(), std::nullopt);
  EXPECT_TRUE(lines.overlong());
}

TEST(LineReading, GivesTheLinesBeforeAnOverlongOne) {
  LineReader lines(4);
  lines.feed("ab\nabcdefg\ncd\n");
  EXPECT_EQ(lines.next_line(), "ab");
  EXPECT_EQ(lines.next_line(), std::nullopt);
  EXPECT_TRUE(lines.overlong());
  lines.feed("x\n");
  EXPECT_EQ(lines.next_line(), std::nullopt);
}

}  // namespace
}  // namespace conformance::line_reader_test
