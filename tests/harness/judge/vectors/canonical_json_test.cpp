#include "harness/judge/vectors/canonical_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "support/places.hpp"

namespace conformance::canonical_json_test {
namespace {

std::string canonical(std::string_view text) {
  return canonical_json(Json::parse(text));
}

TEST(CanonicalJson, SpreadsTheFileItsVectorsAndEachVector) {
  EXPECT_EQ(canonical(R"({"topic":"a/b","vectors":[{"id":"x","clauses":["P1-01"],"given":{"a":1}}]})"),
            "{\n"
            " \"topic\": \"a/b\",\n"
            " \"vectors\": [\n"
            "{\n"
            " \"id\": \"x\",\n"
            " \"clauses\": [\"P1-01\"],\n"
            " \"given\": {\"a\": 1}\n"
            "}\n"
            " ]\n"
            "}\n");
}

TEST(CanonicalJson, SpreadsCasesAsWell) {
  EXPECT_EQ(canonical(R"({"cases":[{"id":"x"}]})"), "{\n \"cases\": [\n{\n \"id\": \"x\"\n}\n ]\n}\n");
}

TEST(CanonicalJson, DoesNotSpreadAMemberOfThatNameFurtherIn) {
  EXPECT_EQ(canonical(R"({"a":{"cases":[{"id":"x"}]}})"), "{\n \"a\": {\"cases\": [{\"id\": \"x\"}]}\n}\n");
}

TEST(CanonicalJson, KeepsTheOrderOfKeysAndLettersBeyondAscii) {
  EXPECT_EQ(canonical("{\"z\":\"na\\u00efve \\ud83d\\ude42\",\"a\":[]}"),
            "{\n \"z\": \"naïve 🙂\",\n \"a\": []\n}\n");
}

TEST(CanonicalJson, EscapesControlCharacters) {
  EXPECT_EQ(canonical(R"({"a":"1\n2\u0001\"\\"})"), "{\n \"a\": \"1\\n2\\u0001\\\"\\\\\"\n}\n");
}

// Indent 1, key and separator 5, brackets and quotes 4, comma 1: eleven columns besides the letters.
TEST(CanonicalJson, FillsALineUpToColumn150WithItsComma) {
  std::string const letters(139, 'x');
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n \"a\": [\"" + letters + "\"],\n \"b\": 1\n}\n");
}

TEST(CanonicalJson, SpreadsALineThatWouldReachColumn151) {
  std::string const letters(140, 'x');
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n \"a\": [\n  \"" + letters + "\"\n ],\n \"b\": 1\n}\n");
}

TEST(CanonicalJson, OpensAndClosesLoneContainersOnOneLine) {
  std::string const letters(140, 'x');
  EXPECT_EQ(canonical_json({{"a", {{"b", Json::array({{{"c", letters}, {"dd", 1}}})}}}, {"e", 1}}),
            "{\n \"a\": {\"b\": [{\n  \"c\": \"" + letters + "\",\n  \"dd\": 1\n }]},\n \"e\": 1\n}\n");
}

// Indent 1, three keys with separators 15, brackets and quotes 6, comma 1: of 150 columns 127 are left.
TEST(CanonicalJson, CountsTheBracketsOfLoneContainers) {
  std::string const letters(127, 'x');
  EXPECT_EQ(canonical_json({{"a", {{"b", {{"c", letters}}}}}, {"e", 1}}),
            "{\n \"a\": {\"b\": {\"c\": \"" + letters + "\"}},\n \"e\": 1\n}\n");
  EXPECT_EQ(canonical_json({{"a", {{"b", {{"c", letters + "x"}}}}}, {"e", 1}}),
            "{\n \"a\": {\"b\": {\n  \"c\": \"" + letters + "x\"\n }},\n \"e\": 1\n}\n");
}

// Indent 2, key and separator 5, quotes 2: with 131 letters ten of 150 columns are left for `, "n": 12,`.
TEST(CanonicalJson, LetsShortMembersOfAnObjectShareLines) {
  std::string const letters(131, 'x');
  std::string const begin = "{\n \"o\": {\n  \"a\": \"" + letters + "\",";
  EXPECT_EQ(canonical_json({{"o", {{"a", letters}, {"n", 12}, {"b", {{"c", Json::array({1})}}}}}}),
            begin + " \"n\": 12,\n  \"b\": {\"c\": [1]}\n }\n}\n");
  EXPECT_EQ(canonical_json({{"o", {{"a", letters}, {"n", 123}, {"b", {{"c", Json::array({1})}}}}}}),
            begin + "\n  \"n\": 123, \"b\": {\"c\": [1]}\n }\n}\n");
}

TEST(CanonicalJson, LetsNothingShareTheLineOfALongContainer) {
  Json const hundred = Json::array({std::string(96, 'x')});
  Json const longer = Json::array({std::string(97, 'x')});
  std::string const text = hundred.dump();
  EXPECT_EQ(canonical_json({{"o", {{"a", 1}, {"b", hundred}, {"c", longer}, {"d", 2}}}}),
            "{\n \"o\": {\n  \"a\": 1, \"b\": " + text + ",\n  \"c\": " + longer.dump() + ",\n  \"d\": 2\n }\n}\n");
}

TEST(CanonicalJson, LetsShortElementsOfAListShareLines) {
  Json const fifty = std::string(50, 'x');
  std::string const text = fifty.dump();
  EXPECT_EQ(canonical_json({{"l", {fifty, fifty, Json::array(), fifty}}}),
            "{\n \"l\": [\n  " + text + ", " + text + ", [],\n  " + text + "\n ]\n}\n");
}

TEST(CanonicalJson, LetsNoMembersOfAVectorShareALine) {
  EXPECT_EQ(canonical(R"({"vectors":[{"id":"x","a":1}]})"),
            "{\n \"vectors\": [\n{\n \"id\": \"x\",\n \"a\": 1\n}\n ]\n}\n");
}

TEST(CanonicalJson, CountsCodePointsAndNotBytes) {
  std::string letters;
  for (int count = 0; count < 139; ++count) letters += "é";
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n \"a\": [\"" + letters + "\"],\n \"b\": 1\n}\n");
  letters += "é";
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n \"a\": [\n  \"" + letters + "\"\n ],\n \"b\": 1\n}\n");
}

TEST(CanonicalJson, IsItsOwnCanonicalForm) {
  std::string const once =
      canonical(R"({"vectors":[{"id":"x","given":{"n":1.50,"m":1e2,"s":"é\n","deep":[[[{"a":[]},{}]]]}}],"z":null})");
  EXPECT_EQ(canonical_json(Json::parse(once)), once);
}

TEST(CanonicalJson, IsTheFormOfEveryVectorOfThisRepository) {
  for (auto const& [topic, path] : vector_files(prompty_tests::repository() + "/vectors")) {
    std::string const text = read_file(path);
    EXPECT_EQ(canonical_json(Json::parse(text)), text) << topic;
  }
}

}  // namespace
}  // namespace conformance::canonical_json_test
