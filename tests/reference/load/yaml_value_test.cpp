#include "prompty/load/yaml_value.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::yaml_value_test {
namespace {

std::string parsed(std::string const& text) {
  return json_text::dump(yaml::parse(text, {.file = "f.prompty"}));
}

std::string problem(std::string const& text, yaml::Limits const& limits = {}) {
  return raised<ValueError>([&] { static_cast<void>(yaml::parse(text, {.file = "f.prompty"}, limits)); });
}

TEST(YamlValue, BuildsNestedValuesInOrder) {
  EXPECT_EQ(parsed("b: 1\na:\n  - x\n  - {k: [true, ~]}\n"), R"({"b":1,"a":["x",{"k":[true,null]}]})");
}

TEST(YamlValue, IsNullWithoutADocument) {
  EXPECT_EQ(parsed(""), "null");
  EXPECT_EQ(parsed("\n# only a comment\n"), "null");
}

TEST(YamlValue, QuotedScalarsAreText) {
  EXPECT_EQ(parsed("a: '42'\nb: \"true\"\nc: |\n  7\nd: ''\n"), R"({"a":"42","b":"true","c":"7\n","d":""})");
}

TEST(YamlValue, CoreTagsAreHonoured) {
  EXPECT_EQ(parsed("a: !!str 42\nb: ! 42\nc: !!int 42\nd: !!seq [1]\ne: !!map {}\nf: !!float 1.5\n"),
            R"({"a":"42","b":"42","c":42,"d":[1],"e":{},"f":1.5})");
}

TEST(YamlValue, KeysAreTheirText) {
  EXPECT_EQ(parsed("1: a\ntrue: b\n'x y': c\n<<: d\n1.0: e\n"), R"({"1":"a","true":"b","x y":"c","<<":"d","1.0":"e"})");
}

TEST(YamlValue, AliasesRepeatWhatTheyName) {
  EXPECT_EQ(parsed("a: &x {k: [1]}\nb: *x\nc: &y 7\nd: *y\n"), R"({"a":{"k":[1]},"b":{"k":[1]},"c":7,"d":7})");
}

TEST(YamlValue, CarriageReturnsEndLines) {
  EXPECT_EQ(parsed("a: 1\r\nb: two\r\n"), R"({"a":1,"b":"two"})");
}

struct Refused {
  std::string name;
  std::string text;
  std::string message;
};

class YamlError : public testing::TestWithParam<Refused> {};

TEST_P(YamlError, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem(GetParam().text), "Invalid frontmatter YAML: f.prompty, " + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, YamlError,
    testing::Values(
        Refused{"DuplicateKey", "a: 1\nb: 2\n'a': 3\n",
                "line 3, column 1: the key 'a' is already there in this mapping"},
        Refused{"CustomTag", "a: !acme 1\n",
                "line 1, column 4: the tag '!acme' is unknown or does not fit this value; leave it out"},
        Refused{
            "TagThatDoesNotFit", "a: !!int x\n",
            "line 1, column 4: the tag 'tag:yaml.org,2002:int' is unknown or does not fit this value; leave it out"},
        Refused{"CustomTagOnAList", "a: !acme [1]\n",
                "line 1, column 4: the tag '!acme' is unknown or does not fit this value; leave it out"},
        Refused{"SecondDocument", "a: 1\n--- \nb: 2\n",
                "line 2, column 1: the properties end before this; only one YAML document is allowed"},
        Refused{"NullKey", "a: 1\n~: 2\n",
                "line 2, column 1: a mapping key is empty or null; write a name, or quote it"},
        Refused{"ListAsKey", "[a]: 1\n", "line 1, column 1: a mapping key must be a single word or a quoted text"},
        Refused{"AliasAsKey", "a: &x k\n*x : 1\n",
                "line 2, column 1: an alias cannot be a mapping key; write the name"},
        Refused{"AliasInsideItsValue", "a: &x [1, *x]\n",
                "line 1, column 11: this alias stands inside the value that it repeats"},
        Refused{"InfinityInAValue", "a: .inf\n",
                "line 1, column 4: JSON has no number for '.inf'; quote it if text is meant"},
        Refused{"ControlCharacter", std::string("a: 1\nb: x\x04y\n"),
                "line 2, column 5: YAML allows no control characters; remove it"}),
    [](testing::TestParamInfo<Refused> const& test) { return test.param.name; });

TEST(YamlErrorPlace, OfASyntaxErrorIsKnown) {
  std::string const message = problem("name: [invalid\n");
  EXPECT_EQ(message.find("Invalid frontmatter YAML: f.prompty, line 2, column 1: "), 0U) << message;
}

TEST(YamlErrorPlace, CountsFromTheStartOfTheSource) {
  std::string const message = raised<ValueError>(
      [] { static_cast<void>(yaml::parse(" a: 1\n a: 2\n", {.file = "f", .line = 10, .column = 4})); });
  EXPECT_EQ(message.find("Invalid frontmatter YAML: f, line 11, column 2: "), 0U) << message;
  std::string const on_first_line = raised<ValueError>(
      [] { static_cast<void>(yaml::parse(" {a: 1, a: 2}", {.file = "f", .line = 10, .column = 4})); });
  EXPECT_EQ(on_first_line.find("Invalid frontmatter YAML: f, line 10, column 12: "), 0U) << on_first_line;
}

TEST(YamlErrorPlace, CountsColumnsInCharacters) {
  std::string const message = problem("\xC3\xA9: {b: 1, b: 2}\n");
  EXPECT_EQ(message.find("Invalid frontmatter YAML: f.prompty, line 1, column 11: "), 0U) << message;
}

TEST(YamlLimits, AllowTwoHundredLevelsAndNoMore) {
  EXPECT_NO_THROW(static_cast<void>(yaml::parse(std::string(200, '[') + std::string(200, ']'), {})));
  std::string const message = problem(std::string(201, '[') + std::string(201, ']'));
  EXPECT_EQ(message,
            "Invalid frontmatter YAML: f.prompty, line 1, column 201: values are nested deeper than 200 levels");
}

TEST(YamlLimits, HoldForBlockListsToo) {
  std::string text;
  for (int level = 0; level < 3000; ++level) text += "- ";
  EXPECT_NE(problem(text).find("nested deeper"), std::string::npos);
}

TEST(YamlLimits, CountWhatAliasesRepeat) {
  std::string text = "a: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    std::string const one_below = "*l" + std::to_string(level - 1);
    text += "k" + std::to_string(level) + ": &l" + std::to_string(level) + " [";
    for (int copy = 0; copy < 9; ++copy) text += one_below + ", ";
    text += one_below + "]\n";
  }
  EXPECT_NE(problem(text).find("more than 100000 values"), std::string::npos);
}

TEST(YamlLimits, BoundValuesAndBytes) {
  EXPECT_NE(problem("[1, 2, 3]", {.nodes = 3}).find("more than 3 values"), std::string::npos);
  EXPECT_NO_THROW(static_cast<void>(yaml::parse("[1, 2]", {}, {.nodes = 3})));
  EXPECT_NE(problem("abcdef", {.bytes = 5}).find("more than 5 bytes"), std::string::npos);
}

TEST(YamlLimits, KeepALargeMappingFast) {
  std::string text;
  for (int key = 0; key < 40'000; ++key) text += "key" + std::to_string(key) + ": 1\n";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(yaml::parse(text, {}).size(), 40'000U);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10.0);
}

TEST(YamlValue, GivesAValueOrAValueErrorForAnyText) {
  constexpr std::array<char const*, 24> pieces = {"a", ": ", "- ",  "\n", "  ",  "[",      "]",  "{",
                                                  "}", ",",  "&x ", "*x", "!t ", "!!str ", "'",  "\"",
                                                  "|", ">",  "#",   "? ", "%",   "...",    "\t", "@"};
  std::mt19937 random(7);
  std::uniform_int_distribution<std::size_t> which(0, pieces.size() - 1);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int count = 0; count < 12; ++count) text += pieces[which(random)];
    try {
      static_cast<void>(yaml::parse(text, {}));
    } catch (ValueError const& error) {
      EXPECT_EQ(std::string_view(error.what()).substr(0, 26), "Invalid frontmatter YAML: ") << text;
    }
  }
}

}  // namespace
}  // namespace prompty::yaml_value_test
