#include "cli/output_text.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "support/temporary_folder.hpp"

namespace prompty::diagnostics_test {
namespace {

class Diagnostics : public testing::Test {
 protected:
  /// What is written about a problem at this column of a one-line file, without the first line.
  [[nodiscard]] std::string source_shown(std::string const& line, std::size_t column) const {
    std::ostringstream out;
    std::string const file = folder.write("a.prompty", line);
    cli::write_problem({.place = {.file = file, .line = 1, .column = column}, .message = "m"}, {}, out);
    return out.str().substr(out.str().find('\n') + 1);
  }

  prompty_tests::TemporaryFolder folder;
};

TEST_F(Diagnostics, ShowTheLineAndACaret) {
  std::string const file = folder.write("a.prompty", "one\ntwo words\r\n");
  std::ostringstream out;
  cli::write_problem({.severity = Severity::warning,
                      .place = {.file = file, .line = 2, .column = 5},
                      .message = "bad",
                      .hint = "mend it"},
                     {}, out);
  EXPECT_EQ(out.str(), file + ":2:5: warning: bad\n    2 | two words\n      |     ^\nhint: mend it\n");
}

TEST_F(Diagnostics, PutTheCaretUnderTabsAndWideCharacters) {
  EXPECT_EQ(source_shown("\tab", 3), "    1 |     ab\n      |      ^\n");
  EXPECT_EQ(source_shown("日本x", 3), "    1 | 日本x\n      |     ^\n");
  EXPECT_EQ(source_shown("e\xCC\x81x", 3), "    1 | e\xCC\x81x\n      |  ^\n");
  EXPECT_EQ(source_shown("ab", 3), "    1 | ab\n      |   ^\n");
  EXPECT_EQ(source_shown("a\x1b[31mb", 1), "    1 | a [31mb\n      | ^\n");
  EXPECT_EQ(source_shown("\xEF\xBB\xBFx", 1), "    1 | x\n      | ^\n");
}

TEST_F(Diagnostics, ShowOnlyTheNeighbourhoodInALongLine) {
  std::string const shown = source_shown(std::string(5000, 'a') + "X" + std::string(5000, 'b'), 5001);
  EXPECT_EQ(shown, "    1 | …" + std::string(50, 'a') + "X" + std::string(49, 'b') + "…\n      | " +
                       std::string(51, ' ') + "^\n");
}

TEST_F(Diagnostics, DoWithoutALineThatIsNotThere) {
  EXPECT_EQ(source_shown("a", 0), "    1 | a\n");
  std::ostringstream out;
  cli::write_problem({.place = {.file = "/nowhere/a", .line = 3, .column = 1}, .message = "m"}, {}, out);
  cli::write_problem({.place = {.file = folder.write("b", "1\n"), .line = 9, .column = 1}, .message = "m"}, {}, out);
  cli::write_problem({.place = {.file = "/nowhere/a"}, .message = "m"}, {}, out);
  EXPECT_EQ(out.str(), "/nowhere/a:3:1: error: m\n" + folder.path() + "/b:9:1: error: m\n/nowhere/a: error: m\n");
}

TEST_F(Diagnostics, ShowErrorsByTheirPlaceOrTheirKind) {
  std::string const file = folder.write("a.prompty", "x\n");
  ValueError placed("Bad thing: " + file + ", line 1, column 1: no x");
  placed.set_place({.file = file, .line = 1, .column = 1});
  std::ostringstream out;
  cli::write_error(placed, {}, out);
  EXPECT_EQ(out.str(), file + ":1:1: error: Bad thing: no x\n    1 | x\n      | ^\n");
  out.str("");
  ValueError behind("No x (" + file + ", line 1, column 1)");
  behind.set_place({.file = file, .line = 1, .column = 1});
  cli::write_error(behind, {}, out);
  EXPECT_EQ(out.str().find(file + ":1:1: error: No x\n"), 0U) << out.str();
  out.str("");
  cli::write_error(InvokerError("No a\nb"), {}, out);
  EXPECT_EQ(out.str(), "prompty: InvokerError: No a b\n");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(cli::display_width(""), 0U);
  EXPECT_EQ(cli::display_width("aü日😀e\xCC\x81"), 7U);
  EXPECT_EQ(cli::offset_of_code_point("aü日", 2), 3U);
  EXPECT_EQ(cli::offset_of_code_point("aü日", 9), 6U);
  EXPECT_EQ(cli::printable("a\xC2\x9D"
                           "b"),
            "a b");
  EXPECT_EQ(cli::printable("a\nb\x1b[31mc\x7F\xC3\xA9\t."), "a b [31mc \xC3\xA9    .");
}

}  // namespace
}  // namespace prompty::diagnostics_test
