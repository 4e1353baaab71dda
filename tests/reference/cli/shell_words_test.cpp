#include "cli/tool_choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace prompty::shell_words_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(ShellWords, ArePartedByBlanks) {
  EXPECT_THAT(cli::shell_words("  python3 \t weather.py\n-v "), Optional(ElementsAre("python3", "weather.py", "-v")));
  EXPECT_THAT(cli::shell_words(""), Optional(IsEmpty()));
  EXPECT_THAT(cli::shell_words(" \t"), Optional(IsEmpty()));
}

TEST(ShellWords, KeepEverythingInSingleQuotes) {
  EXPECT_THAT(cli::shell_words(R"(a 'b "c" \d $e')"), Optional(ElementsAre("a", R"(b "c" \d $e)")));
}

TEST(ShellWords, KeepMostInDoubleQuotes) {
  EXPECT_THAT(cli::shell_words(R"("a \"b\" \\ \$c \d 'e'")"), Optional(ElementsAre(R"(a "b" \ $c \d 'e')")));
  EXPECT_THAT(cli::shell_words("\"a\\\nb\""), Optional(ElementsAre("ab")));
}

TEST(ShellWords, KeepWhatStandsBehindABackslash) {
  EXPECT_THAT(cli::shell_words(R"(a\ b \'c \\)"), Optional(ElementsAre("a b", "'c", "\\")));
  EXPECT_THAT(cli::shell_words("a\\\nb"), Optional(ElementsAre("ab")));
}

TEST(ShellWords, JoinPiecesAndMayBeEmpty) {
  EXPECT_THAT(cli::shell_words(R"(a'b'"c"d '' "")"), Optional(ElementsAre("abcd", "", "")));
}

TEST(ShellWords, ExpandNothing) {
  EXPECT_THAT(cli::shell_words("echo $HOME *.txt a|b >c ~ #d"),
              Optional(ElementsAre("echo", "$HOME", "*.txt", "a|b", ">c", "~", "#d")));
}

TEST(ShellWords, AreNoneWhenSomethingIsLeftOpen) {
  EXPECT_EQ(cli::shell_words("a 'b"), std::nullopt);
  EXPECT_EQ(cli::shell_words("a \"b"), std::nullopt);
  EXPECT_EQ(cli::shell_words("a \"b\\"), std::nullopt);
  EXPECT_EQ(cli::shell_words("a\\"), std::nullopt);
}

}  // namespace
}  // namespace prompty::shell_words_test
