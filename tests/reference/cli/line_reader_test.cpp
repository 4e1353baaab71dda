#include "cli/console.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace prompty::line_reader_test {
namespace {

TEST(StreamLines, AreGivenWithoutTheirEnds) {
  std::istringstream in("one\r\n\nlast");
  cli::StreamLines lines(in);
  EXPECT_FALSE(lines.is_typed());
  EXPECT_EQ(std::get<std::string>(lines.read("> ")), "one");
  EXPECT_EQ(std::get<std::string>(lines.read("> ")), "");
  EXPECT_EQ(std::get<std::string>(lines.read("> ")), "last");
  EXPECT_EQ(std::get<cli::LineEnd>(lines.read("> ")), cli::LineEnd::ended);
}

}  // namespace
}  // namespace prompty::line_reader_test
