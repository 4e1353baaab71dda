#include "harness/judge/subject/process.hpp"

#include <gmock/gmock.h>

namespace conformance::shell_words_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(ShellWords, AreSeparatedByRunsOfBlanksTabsAndNewlines) {
  EXPECT_THAT(split_shell_words("  python3 \t adapter.py\n--fast  "), ElementsAre("python3", "adapter.py", "--fast"));
}

TEST(ShellWords, OfAnEmptyOrBlankCommandAreNone) {
  EXPECT_THAT(split_shell_words(""), IsEmpty());
  EXPECT_THAT(split_shell_words(" \t\n"), IsEmpty());
}

TEST(ShellWords, InSingleQuotesKeepEveryCharacter) {
  EXPECT_THAT(split_shell_words(R"(a 'b "c" \ $d' e)"), ElementsAre("a", R"(b "c" \ $d)", "e"));
}

TEST(ShellWords, InDoubleQuotesUnescapeOnlyWhatAShellDoes) {
  EXPECT_THAT(split_shell_words(R"("a\"b\\c\$d\`e" "\n\x")"), ElementsAre(R"(a"b\c$d`e)", R"(\n\x)"));
}

TEST(ShellWords, AreJoinedWhenQuotedPartsTouch) {
  EXPECT_THAT(split_shell_words(R"(--name='a b'"c d"e)"), ElementsAre("--name=a bc de"));
}

TEST(ShellWords, MayBeEmptyWhenQuoted) {
  EXPECT_THAT(split_shell_words(R"(a '' "" b)"), ElementsAre("a", "", "", "b"));
}

TEST(ShellWords, KeepTheCharacterAfterABackslash) {
  EXPECT_THAT(split_shell_words(R"(a\ b \' \\)"), ElementsAre("a b", "'", R"(\)"));
}

TEST(ShellWords, ContinueOverABackslashAtTheEndOfALine) {
  EXPECT_THAT(split_shell_words("ab\\\ncd \"ef\\\ngh\" \\\n ij"), ElementsAre("abcd", "efgh", "ij"));
}

TEST(ShellWords, ExpandNothingAndKnowNoOperators) {
  EXPECT_THAT(split_shell_words("echo $HOME *.txt ~ a|b >c;d #e"),
              ElementsAre("echo", "$HOME", "*.txt", "~", "a|b", ">c;d", "#e"));
}

TEST(ShellWords, TellWhereAnOpenQuotationBegan) {
  EXPECT_THAT([] { static_cast<void>(split_shell_words("ab 'cd")); },
              ThrowsMessage<ShellWordsError>(HasSubstr("the single quote at character 4")));
  EXPECT_THAT([] { static_cast<void>(split_shell_words("\"ab\\\"")); },
              ThrowsMessage<ShellWordsError>(HasSubstr("the double quote at character 1")));
}

TEST(ShellWords, DoNotEndWithABackslash) {
  EXPECT_THAT([] { static_cast<void>(split_shell_words("ab \\")); },
              ThrowsMessage<ShellWordsError>(HasSubstr("lone backslash")));
}

}  // namespace
}  // namespace conformance::shell_words_test
