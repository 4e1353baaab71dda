#include "prompty/render/jinja/lexer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prompty/render/jinja/failure.hpp"

namespace prompty::jinja {
namespace lexer_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> tokens(std::string const& text) {
  Source source(text);
  Lexer lexer(source);
  std::vector<std::string> found;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) found.emplace_back(token.text);
  return found;
}

std::string error_of(std::string const& text) {
  try {
    static_cast<void>(tokens(text));
  } catch (SyntaxFailure const& failure) {
    return std::string(failure.what()) + " at " + std::to_string(failure.offset);
  }
  return "";
}

TEST(JinjaLexer, CutsOutputsBlocksAndText) {
  EXPECT_THAT(tokens("a {{ b.c }} {% if x %}"),
              ElementsAre("a ", "{{", "b", ".", "c", "}}", " ", "{%", "if", "x", "%}"));
}

TEST(JinjaLexer, DropsBlanksWhereASignSaysSo) {
  EXPECT_THAT(tokens("a \n{{- b -}} \n c"), ElementsAre("a", "{{", "b", "}}", "c"));
  EXPECT_THAT(tokens("a {%+ b +%}\n c"), ElementsAre("a ", "{%", "b", "%}", "\n c"));
}

TEST(JinjaLexer, LeavesOutCommentsAndKeepsRawText) {
  EXPECT_THAT(tokens("a{# {{ x }} #}b"), ElementsAre("a", "b"));
  EXPECT_THAT(tokens("{% raw %}{{ x }}{# y #}{% endraw %}"), ElementsAre("{{ x }}{# y #}"));
  EXPECT_THAT(tokens("a {%- raw -%} {{ x }} {%- endraw -%} b"), ElementsAre("a", "{{ x }}", "b"));
}

TEST(JinjaLexer, ReadsNumbersAndTexts) {
  EXPECT_THAT(tokens("{{ 1_000 1.5e3 0x1F x.0.1 'a\\n' \"it's\" }}"),
              ElementsAre("{{", "1_000", "1.5e3", "0x1F", "x", ".", "0", ".", "1", "a\n", "it's", "}}"));
}

TEST(JinjaLexer, BracesInsideAreNoEnd) {
  EXPECT_THAT(tokens("{{ {'a': {}} }}"), ElementsAre("{{", "{", "a", ":", "{", "}", "}", "}}"));
}

TEST(JinjaLexer, TellsWhereItIsWrong) {
  EXPECT_THAT(error_of("ab {{ x"), HasSubstr("not closed; end it with }} at 3"));
  EXPECT_THAT(error_of("ab {# x"), HasSubstr("comment is not closed; end it with #} at 3"));
  EXPECT_THAT(error_of("{{ 'x }}"), HasSubstr("text is not closed"));
  EXPECT_THAT(error_of("{{ (1] }}"), HasSubstr("closed by ')' at 5"));
  EXPECT_THAT(error_of("{{ a ? b }}"), HasSubstr("unexpected '?' at 5"));
  EXPECT_THAT(error_of("{{ '\\ud800' }}"), HasSubstr("stands for no character"));
}

}  // namespace
}  // namespace lexer_test
}  // namespace prompty::jinja
