#include "prompty/load/yaml_strictness.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/yaml_value.hpp"
#include "reference/support/raised.hpp"

namespace prompty::yaml_strictness_test {
namespace {

std::string parsed(std::string const& text) {
  return json_text::dump(yaml::parse(text, {}));
}

std::string problem(std::string const& text) {
  return raised<ValueError>([&] { static_cast<void>(yaml::parse(text, {})); });
}

TEST(YamlStrictness, DemandsAClosingQuote) {
  for (char const* const text :
       {"a: \"half\n", "a: 'half\n", "a: !!str \"half\n  \n", "a: &x 'it''s\n", "a: \"x\\\"\n"}) {
    EXPECT_NE(problem(text).find("a quote opens here that nothing closes"), std::string::npos) << text;
  }
  EXPECT_EQ(problem("a: 1\nb: \"half\n"),
            "Invalid frontmatter YAML: line 2, column 4: a quote opens here that nothing closes");
  EXPECT_EQ(parsed("a: \"x\\\"\"\nb: 'it''s'\nc: !!str &x \"y\nz\"\nd: \"\"\ne: ''\n"),
            R"({"a":"x\"","b":"it's","c":"y z","d":"","e":""})");
}

TEST(YamlStrictness, DemandsAColonAfterAKey) {
  EXPECT_EQ(problem("a: 1\nb\n"),
            "Invalid frontmatter YAML: line 2, column 1: the word 'b' is neither a value nor, without a colon, a key");
  for (char const* const text : {"a: 1\n'b: c'\n", "a: 1\nb # c: d\n", "a:\n  b: 1\n  x:y\n", "a: 1\n&x b\n"}) {
    EXPECT_NE(problem(text), "") << text;
  }
}

TEST(YamlStrictness, TakesKeysWithoutAValue) {
  EXPECT_EQ(parsed("a:\nb: ~\n'c: d':\ne :\n&x f:\ng: # h\n'i' :\n"),
            R"({"a":null,"b":null,"c: d":null,"e":null,"f":null,"g":null,"i":null})");
  EXPECT_EQ(parsed("? a\n? b\n"), R"({"a":null,"b":null})");
  EXPECT_EQ(parsed("{a, b: c, d}"), R"({"a":null,"b":"c","d":null})");
}

TEST(YamlStrictness, RefusesEmptyEntriesOfAList) {
  EXPECT_NE(problem("a: [1,,2]\n").find("line 1, column 7: the list has an empty entry"), std::string::npos);
  EXPECT_NE(problem("[,1]").find("empty entry"), std::string::npos);
  EXPECT_EQ(parsed("[1, ~, null, 2,]"), "[1,null,null,2]");
}

}  // namespace
}  // namespace prompty::yaml_strictness_test
