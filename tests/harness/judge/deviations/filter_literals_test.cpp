#include "harness/judge/deviations/deviation_pages.hpp"

#include <gmock/gmock.h>

namespace conformance::deviations::filter_literals_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LiteralsOfFilters, AreTheTextsInTheirOrder) {
  EXPECT_THAT(literals_of(std::string(R"(.role = "tool" | .name |= ascii_downcase + "x")")), ElementsAre("tool", "x"));
}

TEST(LiteralsOfFilters, HaveTheirEscapesRead) {
  EXPECT_THAT(literals_of(std::string(R"(split("\n") | join("a\"b\u00e9"))")), ElementsAre("\n", "a\"b\xC3\xA9"));
}

TEST(LiteralsOfFilters, AreThePiecesAroundAnInterpolationAndThoseInIt) {
  EXPECT_THAT(literals_of(std::string(R"("a \(.b | if . == "c" then (1) else "d" end) e")")),
              ElementsAre("a ", "c", "d", " e"));
}

TEST(LiteralsOfFilters, AreNotInComments) {
  EXPECT_THAT(literals_of(std::string("# \"no\"\n.a | .b # \"no\"")), IsEmpty());
}

TEST(LiteralsOfFilters, EndWithAProgramThatIsCutShort) {
  EXPECT_THAT(literals_of(std::string(R"(.a == "b)")), ElementsAre("b"));
  EXPECT_THAT(literals_of(std::string(R"("a\()")), ElementsAre("a"));
}

TEST(LiteralsOfFilters, TellWhereTheyStandAndAreInWordsAndHooksToo) {
  DeviationPages const pages{.hooks = {{"body",
                                        {.name = "body",
                                         .gives = "it",
                                         .operations = {},
                                         .program = "if . == \"p\" then CHANGE else . end",
                                         .page_words = "def a: \"q\";",
                                         .words = "def b: \"r\";"}}},
                             .words = "def c: \"w\";",
                             .deviations = {{.name = "m",
                                             .clause = "P1-01",
                                             .breaks = "It.",
                                             .filters = {{.hook = "body", .filter = "\"x\""}},
                                             .file = "mutants/1.yaml",
                                             .line = 4}}};
  EXPECT_THAT(literals_of(pages), ElementsAre(FilterLiteral{.value = "w", .place = "mutants/words.jq"},
                                              FilterLiteral{.value = "q", .place = "mutants/hooks, body"},
                                              FilterLiteral{.value = "p", .place = "mutants/hooks, body"},
                                              FilterLiteral{.value = "r", .place = "mutants/hooks, body"},
                                              FilterLiteral{.value = "x", .place = "mutants/1.yaml:4"}));
}

}  // namespace
}  // namespace conformance::deviations::filter_literals_test
