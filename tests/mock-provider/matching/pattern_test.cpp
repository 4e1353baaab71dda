#include "mock-provider/matching/pattern.hpp"

#include <gmock/gmock.h>

namespace conformance::pattern_test {
namespace {

using testing::HasSubstr;
using testing::Optional;

class PatternsOfTheLanguage : public testing::TestWithParam<char const*> {};

TEST_P(PatternsOfTheLanguage, HaveNoProblem) {
  EXPECT_EQ(problem_of_pattern(GetParam()), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Every, PatternsOfTheLanguage,
                         testing::Values("", "plain", "a.c", "[a-z0-9_]+", "[^/]*", "(ab)?c{3}", "((a)b){2}",
                                         "\\d\\D\\w\\W\\s\\S", "\\n\\r\\t", "\\.\\*\\(\\)\\[\\]\\|\\^\\$\\{\\}\\\\",
                                         "[\\]\\-\\\\]", "[\\d\\s]", "[^\\]]"));

struct Mistake {
  char const* pattern;
  char const* reported;
};

void PrintTo(Mistake const& mistake, std::ostream* stream) {
  *stream << mistake.pattern;
}

class PatternsBeyondTheLanguage : public testing::TestWithParam<Mistake> {};

TEST_P(PatternsBeyondTheLanguage, AreReported) {
  EXPECT_THAT(problem_of_pattern(GetParam().pattern), Optional(HasSubstr(GetParam().reported)));
}

INSTANTIATE_TEST_SUITE_P(Each, PatternsBeyondTheLanguage,
                         testing::Values(Mistake{"a|b", "alternation"}, Mistake{"^a", "'^'"}, Mistake{"a$", "'$'"},
                                         Mistake{"a{1,2}", "{n}"}, Mistake{"a{}", "{n}"}, Mistake{"a{3", "{n}"},
                                         Mistake{"a+?", "'?'"}, Mistake{"a{2}{3}", "'{3}'"}, Mistake{"*", "'*'"},
                                         Mistake{"(+a)", "'+'"}, Mistake{"(?:a)", "(?…)"}, Mistake{"(?i)a", "(?…)"},
                                         Mistake{"\\1", "\\1"}, Mistake{"\\bword", "\\b"}, Mistake{"\\x41", "\\x"},
                                         Mistake{"a\\", "backslash"}, Mistake{"[\\w\\p]", "\\p"},
                                         Mistake{"[[:alpha:]]", "'['"}, Mistake{"[abc", "closed"},
                                         Mistake{"[]a]", "']'"}, Mistake{"[^]a]", "']'"}, Mistake{"(a", ""},
                                         Mistake{"a)", ""}, Mistake{"[z-a]", ""}));

TEST(Patterns, CoverTheWholeText) {
  EXPECT_TRUE(matches_pattern("a+", "aaa"));
  EXPECT_FALSE(matches_pattern("a+", "aaab"));
  EXPECT_FALSE(matches_pattern("a+", "baaa"));
  EXPECT_FALSE(matches_pattern("a+", "aaa\n"));
}

TEST(Patterns, ReadClassesOfCharactersAsAscii) {
  EXPECT_TRUE(matches_pattern("\\d", "7"));
  EXPECT_FALSE(matches_pattern("\\d", "٧"));
  EXPECT_FALSE(matches_pattern("\\w", "é"));
  EXPECT_TRUE(matches_pattern("\\W", "é"));
}

TEST(Patterns, LetADotStandForOneCharacterButNoLineFeed) {
  EXPECT_TRUE(matches_pattern(".", "é"));
  EXPECT_TRUE(matches_pattern(".", "\r"));
  EXPECT_FALSE(matches_pattern(".", "\n"));
  EXPECT_TRUE(matches_pattern("[^a]", "\n"));
}

TEST(Patterns, TakeHostileTextsInLinearTime) {
  std::string const text(50'000, 'a');
  EXPECT_FALSE(matches_pattern("(a*)*b", text));
}

}  // namespace
}  // namespace conformance::pattern_test
