#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/yaml_events.hpp"
#include "prompty/load/yaml_schema.hpp"
#include "prompty/load/yaml_value.hpp"
#include "reference/support/raised.hpp"
#include "support/random_text.hpp"

namespace prompty::yaml_test {
namespace {

std::string parsed(std::string const& text) {
  return json_text::dump(yaml::parse(text, {.file = "f.prompty"}));
}

std::string problem(std::string const& text, yaml::Limits const& limits = {}) {
  return raised<ValueError>([&] { static_cast<void>(yaml::parse(text, {.file = "f.prompty"}, limits)); });
}

TEST(YamlValue, CoreTagsAreHonoured) {
  EXPECT_EQ(parsed("a: !!str 42\nb: ! 42\nc: !!int 42\nd: !!seq [1]\ne: !!map {}\nf: !!float 1.5\n"),
            R"({"a":"42","b":"42","c":42,"d":[1],"e":{},"f":1.5})");
}

TEST(YamlValue, KeysAreTheirText) {
  EXPECT_EQ(parsed("1: a\ntrue: b\n'x y': c\n<<: d\n1.0: e\n"), R"({"1":"a","true":"b","x y":"c","<<":"d","1.0":"e"})");
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
        Refused{"ListAsKey", "[a]: 1\n",
                "line 1, column 1: a mapping key must be a single word or a quoted text; quote a text in brackets"},
        Refused{"AliasOfAListAsKey", "a: &x [k]\n*x : 1\n",
                "line 2, column 1: an alias of a list or mapping cannot be a key; write a name"},
        Refused{"AliasOfNullAsKey", "a: &x ~\n*x : 1\n",
                "line 2, column 1: a mapping key is empty or null; write a name, or quote it"},
        Refused{"AliasOfNothing", "a: *bold* text\n",
                "line 1, column 4: this alias repeats a value that is not there; quote the text if it begins with an "
                "asterisk"},
        Refused{"AliasInsideItsValue", "a: &x [1, *x]\n",
                "line 1, column 11: this alias stands inside the value that it repeats"},
        Refused{"InfinityInAValue", "a: .inf\n",
                "line 1, column 4: JSON has no number for '.inf'; quote it if text is meant"},
        Refused{"ControlCharacter", std::string("a: 1\nb: x\x04y\n"),
                "line 2, column 5: YAML allows no control characters; remove it"}),
    [](testing::TestParamInfo<Refused> const& test) { return test.param.name; });

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

TEST(YamlLimits, BoundValuesAndBytes) {
  EXPECT_NE(problem("[1, 2, 3]", {.nodes = 3}).find("more than 3 values"), std::string::npos);
  EXPECT_NO_THROW(static_cast<void>(yaml::parse("[1, 2]", {}, {.nodes = 3})));
  EXPECT_NE(problem("abcdef", {.bytes = 5}).find("more than 5 bytes"), std::string::npos);
}

TEST(YamlValue, GivesAValueOrAValueErrorForAnyText) {
  constexpr std::array<char const*, 24> pieces = {"a", ": ", "- ",  "\n", "  ",  "[",      "]",  "{",
                                                  "}", ",",  "&x ", "*x", "!t ", "!!str ", "'",  "\"",
                                                  "|", ">",  "#",   "? ", "%",   "...",    "\t", "@"};
  prompty_tests::Random random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string const text = prompty_tests::joined_pieces(random, pieces, 12);
    try {
      static_cast<void>(yaml::parse(text, {}));
    } catch (ValueError const& error) {
      EXPECT_EQ(std::string_view(error.what()).substr(0, 26), "Invalid frontmatter YAML: ") << text;
    }
  }
}

TEST(YamlStrictness, DemandsAClosingQuote) {
  for (char const* const text :
       {"a: \"half\n", "a: 'half\n", "a: !!str \"half\n  \n", "a: &x 'it''s\n", "a: \"x\\\"\n"}) {
    EXPECT_NE(problem(text).find("a quote opens here that nothing closes"), std::string::npos) << text;
  }
  EXPECT_EQ(problem("a: 1\nb: \"half\n"),
            "Invalid frontmatter YAML: f.prompty, line 2, column 4: a quote opens here that nothing closes");
  EXPECT_EQ(parsed("a: \"x\\\"\"\nb: 'it''s'\nc: !!str &x \"y\n z\"\nd: \"\"\ne: ''\n"),
            R"({"a":"x\"","b":"it's","c":"y z","d":"","e":""})");
}

TEST(YamlStrictness, DemandsAColonAfterAKey) {
  EXPECT_EQ(problem("a: 1\nb\n"),
            "Invalid frontmatter YAML: f.prompty, line 2, column 1: the word 'b' is neither a value nor, without a "
            "colon, a key");
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

struct Mistake {
  std::string name;
  std::string text;
  std::string words;
};

TEST(YamlGrammar, TakesWhatOtherReadersStumbleOver) {
  EXPECT_EQ(parsed("a: [Sure?, Why not?, No]\n"), R"({"a":["Sure?","Why not?","No"]})");
  EXPECT_EQ(parsed("a: {b: c, d: How are you? }\n"), R"({"a":{"b":"c","d":"How are you?"}})");
  EXPECT_EQ(parsed("a: {b: c:d, e: http://f:1/}\n"), R"({"a":{"b":"c:d","e":"http://f:1/"}})");
  EXPECT_EQ(parsed("a: '\n\n  '\n"), R"({"a":"\n"})");
  EXPECT_EQ(parsed("a: |\n  b\n   \n"), R"({"a":"b\n \n"})");
  EXPECT_EQ(parsed("a: !!float 1\n"), R"({"a":1.0})");
  EXPECT_EQ(parsed("a: &x b\n*x : c\n"), R"({"a":"b","b":"c"})");
  EXPECT_EQ(parsed("&x 1: a\nb: *x\n"), R"({"1":"a","b":1})");
  EXPECT_EQ(parsed("a: {b\n  c: 1}\n"), R"({"a":{"b c":1}})");
  EXPECT_EQ(parsed("a: [? b\n  c : 1]\n"), R"({"a":[{"b c":1}]})");
  EXPECT_EQ(parsed("%FOO b\n---\na: 1\n"), R"({"a":1})");
  EXPECT_EQ(parsed("a: \"b\x7F\"\n"), "{\"a\":\"b\x7F\"}");
  EXPECT_EQ(parsed("? " + std::string(1100, 'k') + "\n: 1\n").size(), 1106U);
}

TEST(YamlGrammar, TakesBlocksOfNothing) {
  EXPECT_EQ(parsed("a:\n  b: |\n  c: 1\n"), R"({"a":{"b":"","c":1}})");
  EXPECT_EQ(parsed("a:\n  - >- # d\n  - |+\n\n  - b\n"), R"({"a":["","\n","b"]})");
  EXPECT_EQ(parsed("a:\n  - !!str |2\n\n  - &x |\n  - *x\n"), R"({"a":["","",""]})");
}

TEST(YamlGrammar, TakesDashesOfNothingBelowTheirKey) {
  EXPECT_EQ(parsed("a:\n-\n- b\n-\n-\nc: 1\n"), R"({"a":[null,"b",null,null],"c":1})");
  EXPECT_EQ(parsed("a:\n- # b - c\n- \t#\n-  \n\n- d\n-"), R"({"a":[null,null,null,"d",null]})");
  EXPECT_EQ(parsed("a:\n- b:\n  -\n  - c\n-\n? d\n: 1\n"), R"({"a":[{"b":[null,"c"]},null],"d":1})");
  EXPECT_EQ(parsed("a:\n- b -\n- c\n-\n  - d\n"), R"({"a":["b -","c",["d"]]})");
  EXPECT_EQ(parsed("a:\n-\n- &x\n- *x\n"), R"({"a":[null,null,null]})");
  EXPECT_NE(problem("a:\n-\n  ]\n").find("line 3, column 3: "), std::string::npos);
  EXPECT_NE(problem("a:\n- ]\n").find("line 2, column 3: "), std::string::npos);
  EXPECT_NE(problem("a:\n-\n-\n- b\nc: @d\n").find("line 5, column 4: this character"), std::string::npos);
  EXPECT_NE(problem("a: [-\n]\n").find("line 1, column 5: "), std::string::npos);
}

TEST(YamlGrammar, TakesNoColonForTheEndOfATaggedKeyOfNothing) {
  EXPECT_EQ(parsed("a: {!!str : b}\n"), R"({"a":{"":"b"}})");
  EXPECT_EQ(parsed("a: !!str :b\nc: [:d, e: &f ]\n"), R"({"a":":b","c":[":d",{"e":null}]})");
  EXPECT_NE(problem("a: [!!str :b]\n").find("line 1, column 11: this character cannot begin"), std::string::npos);
  EXPECT_NE(problem("a: [!!str &c :b]\n").find("line 1, column 14: this character cannot begin"), std::string::npos);
}

TEST(YamlGrammar, KnowsAQuestionMarkThatAnnouncesAKey) {
  EXPECT_EQ(parsed("a: Sure?\nb: 1\n"), R"({"a":"Sure?","b":1})");
  EXPECT_EQ(parsed("a: b\n ?\nc: 1 # d ?\ne: 2\n"), R"({"a":"b ?","c":1,"e":2})");
  EXPECT_EQ(parsed("? # b ?\n a\n: 1\n"), R"({"a":1})");
  EXPECT_EQ(parsed("?: 1\n-: 2\n"), R"({"?":1,"-":2})");
  EXPECT_NE(problem("- ?\n  a\n").find("line 2, column 3: indent this further"), std::string::npos);
}

TEST(YamlGrammar, HasAnchorsTagsAndWhatFollowsThemFurtherRightThanTheirKey) {
  EXPECT_EQ(parsed("a:\n &x\n- 1\nb: &y\n"), R"({"a":[1],"b":null})");
  for (std::string const misplaced : {"&x", "!!str", "&x [1]", "&x\n  b: 1", "&x\n- 1", "!!map\n  b: 1"}) {
    EXPECT_NE(problem("a:\n" + misplaced + "\n").find("line 2, column 1: indent this further"), std::string::npos)
        << misplaced;
  }
  EXPECT_NE(problem("a: &x\n12\n").find("line 2, column 1: indent this further"), std::string::npos);
  EXPECT_NE(problem("a: &x\n[12]\n").find("line 2, column 1: indent this further"), std::string::npos);
}

TEST(YamlGrammar, NeedsABlankBeforeTheCommentOfABlock) {
  EXPECT_EQ(parsed("a: |1- # b\n  c\n"), R"({"a":" c"})");
  EXPECT_NE(problem("a: |1-# b\n  c\n").find("line 1, column 7: a comment needs a blank"), std::string::npos);
}

TEST(YamlGrammar, TakesTabsWhereTheyDoNotIndent) {
  EXPECT_EQ(parsed("a:\n  b: 1\n\t\n  c: 2\n \t\n"), R"({"a":{"b":1,"c":2}})");
  EXPECT_EQ(parsed("a:\n  b: 1\n\t# c\n  d:\t2\t# e\n"), R"({"a":{"b":1,"d":2}})");
  EXPECT_EQ(parsed("a: {b: 1,\n\t\n  c: 2}\n"), R"({"a":{"b":1,"c":2}})");
  EXPECT_EQ(parsed("a: |\n  b\n  \t\n"), R"({"a":"b\n\t\n"})");
  EXPECT_EQ(parsed("a:\t &x\n  b: 1\n"), R"({"a":{"b":1}})");
  EXPECT_EQ(parsed("a: b\n # c\n\n\t"), R"({"a":"b"})");
  // Places are those of the text as it is.
  EXPECT_NE(problem("a:\n  b: 1\n\t\n  b: 2\n").find("line 4, column 3: the key 'b' is already"), std::string::npos);
}

TEST(YamlGrammar, LetsTheLatestAnchorOfANameCount) {
  EXPECT_EQ(parsed("a: &x 1\nb: *x\nc: &x [&x 2]\nd: *x\n"), R"({"a":1,"b":1,"c":[2],"d":2})");
}

TEST(YamlGrammar, BoundsKeysThatNoQuestionMarkAnnounces) {
  EXPECT_EQ(parsed(std::string(1024, 'k') + ": 1\n").size(), 1030U);
  EXPECT_NE(problem(std::string(1025, 'k') + ": 1\n").find("a key is longer than 1024 characters"), std::string::npos);
}

TEST(YamlText, IsFoldedBetweenQuotes) {
  EXPECT_EQ(parsed("a: 'it''s ''''quoted'''''\n"), R"({"a":"it's ''quoted''"})");
  EXPECT_EQ(parsed("a: 'b \n  c\n\n\n  d'\n"), R"({"a":"b c\n\nd"})");
  EXPECT_EQ(parsed("a: \"b\\ \n  c\"\n"), R"({"a":"b  c"})");
  EXPECT_EQ(parsed("a: \"b \\\n  c\\\n\n  \\ d\"\n"), R"({"a":"b c\n d"})");
  EXPECT_EQ(parsed("a: \"b\\t\n  c\"\n"), R"({"a":"b\t c"})");
  EXPECT_EQ(parsed("a: \" \n  b\n \"\n"), R"({"a":" b "})");
  EXPECT_EQ(parsed("a: \"b\r\n  c\"\r\n"), R"({"a":"b c"})");
}

TEST(YamlText, HasTheCharactersOfEscapes) {
  EXPECT_EQ(
      parsed(R"(a: "\0\a\b\e\f\v\N\_\L\P\/\"\\\x41\u00e9\U0001F600\ud83d\ude00")"),
      "{\"a\":\"\\u0000\\u0007\\b\\u001b\\f\\u000b\u0085\u00a0\u2028\u2029/\\\"\\\\A\u00e9\U0001F600\U0001F600\"}");
}

TEST(YamlText, IsFoldedInBlocks) {
  EXPECT_EQ(parsed("a: >\n  b\n  c\n\n  d\n"), R"({"a":"b c\nd\n"})");
  EXPECT_EQ(parsed("a: >\n  b\n\n    c\n\n\n  d\n"), R"({"a":"b\n\n  c\n\n\nd\n"})");
  EXPECT_EQ(parsed("a: >+\n\n  b\n  \tc\n\nd: >-\n  e\n\n   f\n"), R"({"a":"\nb\n\tc\n\n","d":"e\n\n f"})");
  EXPECT_EQ(parsed("a: >2\n    b\n\n    c\n"), R"({"a":"  b\n\n  c\n"})");
}

TEST(YamlText, OfBlocksEndsWithTheLastLine) {
  EXPECT_EQ(parsed("a: |\n  b"), R"({"a":"b\n"})");
  EXPECT_EQ(parsed("a: |-\n  b\n\n"), R"({"a":"b"})");
  EXPECT_EQ(parsed("a: |+\n  b\n\n# c\n"), R"({"a":"b\n\n"})");
  EXPECT_EQ(parsed("a: |\n\nb: |2-\n    c\n   d\n"), R"({"a":"","b":"  c\n d"})");
  EXPECT_EQ(parsed("- |1\n  a\n- - >1-\n     b\n"), R"([" a\n",["  b"]])");
}

TEST(YamlGrammar, WantsValuesRightOfTheirKeys) {
  for (char const* const text : {"?a:\n-b\n", "a:\n  b: 1\n  c: |\n  d\n", "a: {b: c\nd}\n", "? a\n\tb\n: c\n",
                                 "a:\n  b:\n  'c'\n", "a:\n-\n[b]\n"}) {
    EXPECT_NE(problem(text), "") << text;
  }
  EXPECT_EQ(parsed("a:\n- |\n b\n-\n c\n"), R"({"a":["b\n","c"]})");
}

TEST(YamlGrammar, WantsSomethingBehindAQuestionMark) {
  EXPECT_NE(problem("a: [b: ?, c]\n").find("this character cannot begin a value"), std::string::npos);
  EXPECT_NE(problem("a: {b: 1, ?, c: 2}\n"), "");
  EXPECT_EQ(parsed("a: {b: ?c, ?d: 1}\n"), R"({"a":{"b":"?c","?d":1}})");
}

TEST(YamlGrammar, TakesNoTabBehindAColonBesideAnnouncedKeys) {
  EXPECT_NE(problem("? a\n:\t|\n  b\n").find("line 2, column 2: with keys behind question marks, a tab"),
            std::string::npos);
  EXPECT_EQ(parsed("? a\n:\tb\n"), R"({"a":"b"})");
  EXPECT_EQ(parsed("a:\t|\n  b?\n"), R"({"a":"b?\n"})");
}

TEST(YamlGrammar, TakesCarriageReturnsForLineEnds) {
  EXPECT_EQ(parsed("a: 1\rb: |\r  c\r  d\r"), R"({"a":1,"b":"c\nd\n"})");
  EXPECT_EQ(parsed("a: |\r\n  b\r\n  c\r\n"), R"({"a":"b\nc\n"})");
}

TEST(YamlGrammar, KnowsTagsOfKeys) {
  EXPECT_EQ(parsed("!!str 1: a\n"), R"({"1":"a"})");
  EXPECT_NE(problem("!acme b: a\n").find("the tag '!acme' is unknown"), std::string::npos);
}

TEST(YamlGrammar, HasNoFloatsToOtherBases) {
  EXPECT_EQ(parsed("a: !!int 0x1f\n"), R"({"a":31})");
  for (std::string const number : {"0x1f", "0o17"}) {
    EXPECT_NE(problem("a: !!float " + number + "\n").find("does not fit this value"), std::string::npos) << number;
  }
}

TEST(YamlGrammar, TakesAByteOrderMarkBeforeTheDocument) {
  std::string const mark = "\xEF\xBB\xBF";
  for (std::string const before : {"", "\n", "# c\n\n", "\n  "}) {
    EXPECT_EQ(parsed(before + mark + "a: |\n  b\nc: \"d\n e\"\n"), R"({"a":"b\n","c":"d e"})") << before;
    EXPECT_EQ(parsed(before + mark + "- a\n- b\n c\n"), R"(["a","b c"])") << before;
  }
  EXPECT_EQ(parsed("\n" + mark + "%YAML 1.2\n---\na: 1\n"), R"({"a":1})");
  EXPECT_EQ(parsed(mark + "\n"), "null");
  EXPECT_EQ(problem("\n" + mark + "a: 1\na: 2\n"),
            "Invalid frontmatter YAML: f.prompty, line 3, column 1: the key 'a' is already there in this mapping");
  for (std::string const& text : {mark + mark + "a: 1\n", "# c " + mark + "\na: 1\n", "---\n" + mark + "a: 1\n"}) {
    EXPECT_NE(problem(text).find("this invisible character may stand in quotes alone"), std::string::npos) << text;
  }
}

TEST(YamlGrammar, ReadsATextAsIfItWereTheFirst) {
  for (std::string const text : {"|\nb\n", "%YAML 1.2\n", "a: !e!b c\n"}) {
    std::string const alone = problem(text);
    for (std::string const before :
         {"---\n", "--- a\n", "a: 1\n...\n", "%YAML 1.1\n---\na: 1\n", "%TAG !e! tag:yaml.org,2002:\n---\na: 1\n"}) {
      static_cast<void>(parsed(before));
      EXPECT_EQ(problem(text), alone) << "behind " << before;
    }
  }
}

class YamlWording : public testing::TestWithParam<Mistake> {};

TEST_P(YamlWording, TellsHowToMendACommonMistake) {
  std::string const message = raised<ValueError>([] { static_cast<void>(yaml::parse(GetParam().text, {})); });
  EXPECT_EQ(message.find("Invalid frontmatter YAML: line "), 0U) << message;
  EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, YamlWording,
    testing::Values(
        Mistake{"ColonInAText", "description: note: this\n", "line 1, column 18: a colon with a blank"},
        Mistake{"UnclosedMapping", "a: {b: 1\nc: 2\n", "close the bracket before it"},
        Mistake{"UnclosedList", "a: [1, 2\n", "a '[' is not closed before this"},
        Mistake{"Indentation", "a: 1\n  b: 2\n", "a colon with a blank"},
        Mistake{"LessIndentation", "a:\n    b: 1\n  c: 2\n", "go on with the mapping before it"},
        Mistake{"TextBehindAQuote", "a:\n- \"x\" y\n", "line 2, column 7: nothing may follow the closing quote"},
        Mistake{"TextBehindABracket", "a: [x] y\n", "line 1, column 8: this does not belong to the value before"},
        Mistake{"TabBelowAKey", "model:\n\tid: x\n", "line 2, column 1: a tab cannot indent"},
        Mistake{"TabBelowAMember", "a: 1\n\tb: 2\n", "line 2, column 1: a tab cannot indent"},
        Mistake{"TabBesideBlanks", "a:\n  b: 1\n \tc: 2\n", "line 3, column 2: a tab cannot indent"},
        Mistake{"TabBehindADash", "a:\n-\tb: 1\n", "line 2, column 2: a tab cannot indent"},
        Mistake{"TabBeforeALineOfText", "a: b\n\tc\n", "line 2, column 1: a tab cannot indent"},
        Mistake{"TabBetweenBrackets", "a: [\n\tb]\n", "line 2, column 1: a tab cannot indent"},
        Mistake{"NoBlankBehindAColon", "a: 1\nb:2\nc: 3\n", "line 2, column 2: a colon that ends a key needs"},
        Mistake{"NoBlankBehindTheFirstColon", "b:2\nc: 3\n", "line 1, column 2: a colon that ends a key needs"},
        Mistake{"NoBlankBehindTheLastColon", "a: 1\nb:2\n", "line 2, column 2: a colon that ends a key needs"},
        Mistake{"PercentSign", "a: 1\n%b: 2\n", "line 2, column 1: a percent sign cannot begin a line"},
        Mistake{"LonePercentSign", "%a: 1\n", "line 1, column 1: a percent sign cannot begin a line"},
        Mistake{"DirectiveWithoutDashes", "%YAML 1.2\na: 1\n", "line 1, column 1: a percent sign cannot begin"},
        Mistake{"BracketAtTheStart", "a: {\n  b: 1\n}\n", "line 3, column 1: indent this further than the key"},
        Mistake{"QuotedLineAtTheStart", "a: \"b\nc\"\n", "indent every line of a quoted text further"},
        Mistake{"KeyOverLinesInAList", "a: [b\n  c: 1]\n", "line 1, column 5: keep a key on one line"},
        Mistake{"InvisibleCharacter", "a: b\x7F\n", "line 1, column 5: this invisible character may stand in quotes"},
        Mistake{"IndicatorOfNothing", "a: |0\n  b\n", "line 1, column 4: behind '|' and '>' only a digit"},
        Mistake{"DashInALine", "a: - b\n", "a dash for a list cannot stand here"},
        Mistake{"StrayBracket", "a: ]\n", "this bracket closes nothing"},
        Mistake{"UnknownEscape", "a: \"C:\\prompts\"\n", "write two backslashes"},
        Mistake{"ShortEscape", "a: \"\\u12\"\n", "needs more hexadecimal digits"},
        Mistake{"AtSign", "a: @b\n", "this character cannot begin a value"},
        Mistake{"Backtick", "a: `b`\n", "this character cannot begin a value"},
        Mistake{"HashInATag", "a: !x# y\n", "line 1, column 6: this cannot stand in a tag"},
        Mistake{"WordBehindAVersion", "%YAML 1.2 a\n---\na: 1\n",
                "line 1, column 11: behind '%YAML' stands one version"},
        Mistake{"ColonAmongDashes", "a:\n  - b\n  : c\n", "go on with the list before it"},
        Mistake{"UnknownAlias", "a: *bold* text\n", "line 1, column 4: "},
        Mistake{"TextBehindABar", "a: | text\n  more\n", "begin the text on the next line"}),
    [](testing::TestParamInfo<Mistake> const& test) { return test.param.name; });

TEST(YamlWordingOfOthers, IsTheMessageItself) {
  EXPECT_EQ(yaml::explained("a: b", 3, "something new").reason, "something new");
  EXPECT_EQ(yaml::explained("a: b", 3, "something new").offset, 3U);
}

struct Scalar {
  char const* text;
  Json value;
};

class YamlScalar : public testing::TestWithParam<Scalar> {};

TEST_P(YamlScalar, HasTheTypeOfTheCoreSchema) {
  std::optional<Json> const value = yaml::resolve_plain_scalar(GetParam().text);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->type_name(), std::string(GetParam().value.type_name()));
  EXPECT_EQ(value->is_number_float(), GetParam().value.is_number_float());
  EXPECT_EQ(*value, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    Plain, YamlScalar,
    testing::Values(Scalar{"", nullptr}, Scalar{"~", nullptr}, Scalar{"null", nullptr}, Scalar{"NULL", nullptr},
                    Scalar{"nULL", "nULL"}, Scalar{"true", true}, Scalar{"True", true}, Scalar{"FALSE", false},
                    Scalar{"tRUE", "tRUE"}, Scalar{"yes", "yes"}, Scalar{"no", "no"}, Scalar{"on", "on"},
                    Scalar{"y", "y"}, Scalar{"0", 0}, Scalar{"42", 42}, Scalar{"-7", -7}, Scalar{"+7", 7},
                    Scalar{"042", 42}, Scalar{"0o17", 15}, Scalar{"0o18", "0o18"}, Scalar{"0x1F", 31},
                    Scalar{"0xfg", "0xfg"}, Scalar{"0x", "0x"}, Scalar{"-0x1", "-0x1"}, Scalar{"0b1", "0b1"},
                    Scalar{"1_000", "1_000"}, Scalar{"9223372036854775807", 9223372036854775807},
                    Scalar{"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
                    Scalar{"18446744073709551615", 18446744073709551615U}, Scalar{"1.5", 1.5}, Scalar{"3.0", 3.0},
                    Scalar{"1.", 1.0}, Scalar{".5", 0.5}, Scalar{"-.5", -0.5}, Scalar{"+1.5", 1.5},
                    Scalar{"1e3", 1000.0}, Scalar{"1E-2", 0.01}, Scalar{"1.5e+2", 150.0}, Scalar{".", "."},
                    Scalar{"-", "-"}, Scalar{"+", "+"}, Scalar{"e3", "e3"}, Scalar{"1e", "1e"}, Scalar{"1e+", "1e+"},
                    Scalar{".e1", ".e1"}, Scalar{"1.2.3", "1.2.3"}, Scalar{"2024-01-31", "2024-01-31"},
                    Scalar{"12:30", "12:30"}, Scalar{"--1", "--1"}, Scalar{"inf", "inf"}, Scalar{"gpt-4", "gpt-4"}));

TEST(YamlScalarOutOfRange, HasNoJsonNumber) {
  for (char const* const text : {".inf", "-.Inf", "+.INF", ".nan", ".NaN", "1e999", "-1e999", "18446744073709551616",
                                 "-9223372036854775809", "0xFFFFFFFFFFFFFFFFF"}) {
    EXPECT_FALSE(yaml::resolve_plain_scalar(text)) << text;
  }
}

constexpr char const* outlined = "a: 1\nb:\n  - x\n  - {c.d: 2, c: {d: 3}}\nn:\n";

std::string place(std::string_view path) {
  yaml::Document const document = yaml::parse_document(outlined, {.file = "f"});
  Place const found =
      yaml::place_at(outlined, outline::nearest(document.value, document.outline, path).spot.offset, {});
  return std::to_string(found.line) + ":" + std::to_string(found.column);
}

TEST(Outline, FindsAPropertyByItsPath) {
  EXPECT_EQ(place(""), "1:1");
  EXPECT_EQ(place("a"), "1:4");
  EXPECT_EQ(place("b"), "3:3");
  EXPECT_EQ(place("b[0]"), "3:5");
  EXPECT_EQ(place("b[1]"), "4:5");
  EXPECT_EQ(place("b[1].c"), "4:17");
}

TEST(Outline, TakesTheLongestKeyThatFits) {
  EXPECT_EQ(place("b[1].c.d"), "4:11");
}

TEST(Outline, PlacesNothingAtItsKeyOrDash) {
  EXPECT_EQ(place("n"), "5:1");
  yaml::Document const document = yaml::parse_document("a:\n- b\n-\n-\n- c\n", {});
  EXPECT_EQ(outline::nearest(document.value, document.outline, "a[1]").spot.offset, 8U);
  EXPECT_EQ(outline::nearest(document.value, document.outline, "a[3]").spot.offset, 13U);
}

TEST(Outline, FallsBackOnWhatEncloses) {
  EXPECT_EQ(place("b[7]"), "3:3");
  EXPECT_EQ(place("b[0].x"), "3:5");
  EXPECT_EQ(place("b[x"), "3:3");
  EXPECT_EQ(place("ab"), "1:1");
}

TEST(Outline, KnowsWhereKeysAre) {
  yaml::Document const document = yaml::parse_document("x: {\"k\" : 1}", {});
  EXPECT_EQ(document.outline.at(1).key_offset, 0U);
  EXPECT_EQ(document.outline.at(2).key_offset, 4U);
  EXPECT_EQ(document.outline.at(2).offset, 10U);
}

TEST(Outline, PlacesWhatAnAliasRepeatsAtItsAnchor) {
  yaml::Document const document = yaml::parse_document("x: &a [1]\ny: *a\n", {});
  Spot const& repeated = outline::nearest(document.value, document.outline, "y").spot;
  EXPECT_EQ(repeated.offset, 6U);
  EXPECT_EQ(repeated.key_offset, 10U);
  EXPECT_EQ(outline::nearest(document.value, document.outline, "y[0]").spot.offset, 7U);
}

TEST(Outline, CountsTheSpotsOfEachValue) {
  yaml::Document const document = yaml::parse_document("a: [1, {b: 2}]\nc: 3", {});
  std::vector<std::size_t> sizes;
  for (Spot const& spot : document.outline) sizes.push_back(spot.size);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{6, 4, 1, 2, 1, 1}));
}

TEST(Outline, PlacesWhatStandsForAScalarAtTheScalar) {
  yaml::Document document = yaml::parse_document("a: x\nb: y\n", {});
  document.value["a"] = Json::parse(R"({"c":[1,2]})");
  outline::Property const found = outline::nearest(document.value, document.outline, "a.c[1]");
  EXPECT_EQ(found.value, 2);
  EXPECT_EQ(found.spot.offset, 3U);
  EXPECT_EQ(outline::nearest(document.value, document.outline, "b").spot.offset, 8U);
}

TEST(Outline, OfNothingHasOneSpot) {
  EXPECT_EQ(yaml::parse_document("# nothing\n", {}).outline.size(), 1U);
}

}  // namespace
}  // namespace prompty::yaml_test
