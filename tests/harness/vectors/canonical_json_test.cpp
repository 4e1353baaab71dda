#include "harness/vectors/canonical_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/files/text_file.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance::canonical_json_test {
namespace {

std::string canonical(std::string_view text) {
  return canonical_json(Json::parse(text));
}

TEST(CanonicalJson, SpreadsTheFileItsVectorsAndEachVector) {
  EXPECT_EQ(canonical(R"({"topic":"a/b","vectors":[{"id":"x","clauses":["P1-01"],"given":{"a":1}}]})"),
            "{\n"
            "  \"topic\": \"a/b\",\n"
            "  \"vectors\": [\n"
            "{\n"
            "  \"id\": \"x\",\n"
            "  \"clauses\": [\"P1-01\"],\n"
            "  \"given\": {\"a\": 1}\n"
            "}\n"
            "  ]\n"
            "}\n");
}

TEST(CanonicalJson, SpreadsCasesAsWell) {
  EXPECT_EQ(canonical(R"({"cases":[{"id":"x"}]})"), "{\n  \"cases\": [\n{\n  \"id\": \"x\"\n}\n  ]\n}\n");
}

TEST(CanonicalJson, DoesNotSpreadAMemberOfThatNameFurtherIn) {
  EXPECT_EQ(canonical(R"({"a":{"cases":[{"id":"x"}]}})"), "{\n  \"a\": {\"cases\": [{\"id\": \"x\"}]}\n}\n");
}

TEST(CanonicalJson, KeepsTheOrderOfKeysAndLettersBeyondAscii) {
  EXPECT_EQ(canonical("{\"z\":\"na\\u00efve \\ud83d\\ude42\",\"a\":[]}"),
            "{\n  \"z\": \"naïve 🙂\",\n  \"a\": []\n}\n");
}

TEST(CanonicalJson, EscapesControlCharacters) {
  EXPECT_EQ(canonical(R"({"a":"1\n2\u0001\"\\"})"), "{\n  \"a\": \"1\\n2\\u0001\\\"\\\\\"\n}\n");
}

// Indent 2, key and separator 5, brackets and quotes 4, comma 1: twelve columns besides the letters.
TEST(CanonicalJson, FillsALineUpToColumn120WithItsComma) {
  std::string const letters(108, 'x');
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n  \"a\": [\"" + letters + "\"],\n  \"b\": 1\n}\n");
}

TEST(CanonicalJson, SpreadsALineThatWouldReachColumn121) {
  std::string const letters(109, 'x');
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n  \"a\": [\n    \"" + letters + "\"\n  ],\n  \"b\": 1\n}\n");
}

TEST(CanonicalJson, OpensAndClosesLoneContainersOnOneLine) {
  std::string const letters(100, 'x');
  EXPECT_EQ(canonical_json({{"a", {{"b", Json::array({{{"c", letters}, {"d", 1}}})}}}, {"e", 1}}),
            "{\n  \"a\": {\"b\": [{\n    \"c\": \"" + letters + "\",\n    \"d\": 1\n  }]},\n  \"e\": 1\n}\n");
}

// Indent 2, three keys with separators 15, brackets and quotes 6, comma 1: of 120 columns 96 are left.
TEST(CanonicalJson, CountsTheBracketsOfLoneContainers) {
  std::string const letters(96, 'x');
  EXPECT_EQ(canonical_json({{"a", {{"b", {{"c", letters}}}}}, {"e", 1}}),
            "{\n  \"a\": {\"b\": {\"c\": \"" + letters + "\"}},\n  \"e\": 1\n}\n");
  EXPECT_EQ(canonical_json({{"a", {{"b", {{"c", letters + "x"}}}}}, {"e", 1}}),
            "{\n  \"a\": {\"b\": {\n    \"c\": \"" + letters + "x\"\n  }},\n  \"e\": 1\n}\n");
}

TEST(CanonicalJson, CountsCodePointsAndNotBytes) {
  std::string letters;
  for (int count = 0; count < 108; ++count) letters += "é";
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n  \"a\": [\"" + letters + "\"],\n  \"b\": 1\n}\n");
  letters += "é";
  EXPECT_EQ(canonical_json({{"a", Json::array({letters})}, {"b", 1}}),
            "{\n  \"a\": [\n    \"" + letters + "\"\n  ],\n  \"b\": 1\n}\n");
}

TEST(CanonicalJson, IsItsOwnCanonicalForm) {
  std::string const once =
      canonical(R"({"vectors":[{"id":"x","given":{"n":1.50,"m":1e2,"s":"é\n","deep":[[[{"a":[]},{}]]]}}],"z":null})");
  EXPECT_EQ(canonical_json(Json::parse(once)), once);
}

TEST(CanonicalJson, IsTheFormOfEveryVectorOfThisRepository) {
  for (auto const& [topic, path] : vector_files(PROMPTY_SOURCE_DIR "/vectors")) {
    std::string const text = read_file(path);
    EXPECT_EQ(canonical_json(Json::parse(text)), text) << topic;
  }
}

}  // namespace
}  // namespace conformance::canonical_json_test
