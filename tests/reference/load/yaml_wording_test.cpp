#include "prompty/load/yaml_wording.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/load/yaml_value.hpp"
#include "reference/support/raised.hpp"

namespace prompty::yaml_wording_test {
namespace {

struct Mistake {
  std::string name;
  std::string text;
  std::string words;
};

class YamlWording : public testing::TestWithParam<Mistake> {};

TEST_P(YamlWording, TellsHowToMendACommonMistake) {
  std::string const message = raised<ValueError>([] { static_cast<void>(yaml::parse(GetParam().text, {})); });
  EXPECT_EQ(message.find("Invalid frontmatter YAML: line "), 0U) << message;
  EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, YamlWording,
    testing::Values(Mistake{"ColonInAText", "description: note: this\n", "line 1, column 18: a colon with a blank"},
                    Mistake{"UnclosedMapping", "a: {b: 1\nc: 2\n", "a '{' is not closed before this"},
                    Mistake{"UnclosedList", "a: [1, 2\n", "a '[' is not closed before this"},
                    Mistake{"Indentation", "a: 1\n  b: 2\n", "a colon with a blank"},
                    Mistake{"LessIndentation", "a:\n    b: 1\n  c: 2\n", "go on with the mapping before it"},
                    Mistake{"TextBehindAQuote", "a:\n- \"x\" y\n", "go on with the list before it"},
                    Mistake{"DashInALine", "a: - b\n", "a dash for a list cannot stand here"},
                    Mistake{"StrayBracket", "a: ]\n", "this bracket closes nothing"},
                    Mistake{"UnknownEscape", "a: \"C:\\prompts\"\n", "write two backslashes"},
                    Mistake{"ShortEscape", "a: \"\\u12\"\n", "needs more hexadecimal digits"},
                    Mistake{"AtSign", "a: @b\n", "this character cannot begin a value"},
                    Mistake{"Backtick", "a: `b`\n", "this character cannot begin a value"},
                    Mistake{"UnknownAlias", "a: *bold* text\n", "line 1, column 4: "},
                    Mistake{"TextBehindABar", "a: | text\n  more\n", "begin the text on the next line"}),
    [](testing::TestParamInfo<Mistake> const& test) { return test.param.name; });

TEST(YamlWordingOfOthers, IsTheMessageItself) {
  EXPECT_EQ(yaml::clearer("something new"), "something new");
}

}  // namespace
}  // namespace prompty::yaml_wording_test
