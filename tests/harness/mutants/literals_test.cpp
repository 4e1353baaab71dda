#include "harness/mutants/literals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace conformance::literals_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> values_in(std::string const& text) {
  std::vector<std::string> values;
  for (StringLiteral const& literal : string_literals({.name = "source.cpp", .text = text})) {
    values.push_back(literal.value);
  }
  return values;
}

TEST(Literals, AreFoundWithFileAndLine) {
  std::vector<StringLiteral> const found = string_literals({.name = "a.cpp", .text = "f(\"one\");\n\n  g(\"two\");\n"});
  EXPECT_THAT(found, ElementsAre(StringLiteral{"a.cpp", 1, "one"}, StringLiteral{"a.cpp", 3, "two"}));
}

TEST(Literals, InCommentsDoNotCount) {
  EXPECT_THAT(values_in("// \"no\"\n/* \"no\"\n \"no\" */ f(\"yes\"); // \"no\" \\\n \"no\"\n"), ElementsAre("yes"));
}

TEST(Literals, MayHoldWhatLooksLikeAComment) {
  EXPECT_THAT(values_in(R"(f("http://x", "/*", "*/");)"), ElementsAre("http://x", "/*", "*/"));
}

TEST(Literals, AreUnescaped) {
  EXPECT_THAT(values_in(R"(f("a\n\t\"b\"\\");)"), ElementsAre("a\n\t\"b\"\\"));
  EXPECT_THAT(values_in(R"(f("\x41\102\u00e9\U0001F642\?\r\f\v\a\b");)"),
              ElementsAre("AB\xC3\xA9\xF0\x9F\x99\x82?\r\f\v\a\b"));
}

TEST(Literals, OctalEscapesEndAfterThreeDigits) {
  EXPECT_THAT(values_in(R"(f("\1012\0");)"), ElementsAre(std::string("A2\0", 3)));
}

TEST(Literals, HexadecimalEscapesEndAtTheFirstOtherCharacter) {
  EXPECT_THAT(values_in(R"(f("\x4Az");)"), ElementsAre("Jz"));
}

TEST(Literals, SideBySideAreOne) {
  EXPECT_THAT(values_in("f(\"ab\" \"cd\"\n  // between\n  u8\"ef\" R\"(gh)\" \"ij\"s \"kl\");"),
              ElementsAre("abcdefghijkl"));
}

TEST(Literals, ThatStandApartAreSeveral) {
  EXPECT_THAT(values_in(R"(f("ab", "cd" + x "ef");)"), ElementsAre("ab", "cd", "ef"));
}

TEST(Literals, LineIsThatOfTheFirstPiece) {
  std::vector<StringLiteral> const found = string_literals({.name = "a.cpp", .text = "\n\"ab\"\n\"cd\"\n, \"ef\""});
  EXPECT_THAT(found, ElementsAre(StringLiteral{"a.cpp", 2, "abcd"}, StringLiteral{"a.cpp", 4, "ef"}));
}

TEST(Literals, RawOnesAreTakenAsTheyAre) {
  EXPECT_THAT(values_in("f(R\"(a\\n\"b\")\", R\"end(c)\" )end\");"), ElementsAre("a\\n\"b\"", "c)\" "));
}

TEST(Literals, RawOnesOverSeveralLinesKeepTheCount) {
  std::vector<StringLiteral> const found = string_literals({.name = "a.cpp", .text = "R\"(a\nb)\";\n\"c\""});
  EXPECT_THAT(found, ElementsAre(StringLiteral{"a.cpp", 1, "a\nb"}, StringLiteral{"a.cpp", 3, "c"}));
}

TEST(Literals, SplicedLinesAreJoined) {
  EXPECT_THAT(values_in("f(\"ab\\\ncd\");"), ElementsAre("abcd"));
}

TEST(Literals, AreNotOpenedByQuotesInCharactersOrNumbers) {
  EXPECT_THAT(values_in("f('\"', '\\'', 1'000'000, \"yes\");"), ElementsAre("yes"));
}

TEST(Literals, OfEveryEncodingCount) {
  EXPECT_THAT(values_in("f(L\"a\", u\"b\", U\"c\", u8\"d\", LR\"(e)\", NAME\"f\");"),
              ElementsAre("a", "b", "c", "d", "e", "f"));
}

TEST(Literals, NamesOfIncludedFilesAreNone) {
  EXPECT_THAT(values_in("#include \"harness/a.hpp\"\n# include \"b.hpp\"\n#define X \"yes\"\n"), ElementsAre("yes"));
}

TEST(Literals, LeftOpenEndWithTheSource) {
  EXPECT_THAT(values_in("f(\"open"), ElementsAre("open"));
  EXPECT_THAT(values_in("f(R\"(open"), ElementsAre("open"));
  EXPECT_THAT(values_in("f(\"open\\"), ElementsAre("open\\"));
  EXPECT_THAT(values_in("/* open \"no\""), IsEmpty());
}

TEST(BorrowedLiterals, AreThoseOfVectorsOutsideTheVocabulary) {
  std::vector<SourceText> const sources = {{.name = "a.cpp", .text = "f(\"Hello world\");\nf(\"image_url\");"},
                                           {.name = "b.cpp", .text = "\n\nf(\"Hello\"\n\" world\", \"own\");"}};
  EXPECT_THAT(borrowed_literals(sources, {"Hello world", "image_url", "other"}, {"image_url"}),
              ElementsAre(StringLiteral{"a.cpp", 1, "Hello world"}, StringLiteral{"b.cpp", 3, "Hello world"}));
}

TEST(BorrowedLiterals, WithoutLetterOrDigitBelongToEverybody) {
  std::vector<SourceText> const sources = {{.name = "a.cpp", .text = R"(f("", "\n", "---", "é", "7");)"}};
  EXPECT_THAT(borrowed_literals(sources, {"", "\n", "---", "é", "7"}, {}),
              ElementsAre(StringLiteral{"a.cpp", 1, "é"}, StringLiteral{"a.cpp", 1, "7"}));
}

TEST(BorrowedLiterals, ArePartsOfNothing) {
  EXPECT_THAT(borrowed_literals({{.name = "a.cpp", .text = "f(\"Hello\");"}}, {"Hello world"}, {}), IsEmpty());
}

}  // namespace
}  // namespace conformance::literals_test
