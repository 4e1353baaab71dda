#include "jinja/template.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "jinja/errors.hpp"
#include "jinja/lexer.hpp"
#include "jinja/reasons.hpp"
#include "reference/support/raised.hpp"

namespace jinja {
namespace template_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string rendered(std::string const& source, Json const& inputs = Json::object()) {
  return Template::compile(source).render(inputs);
}

std::string error_of(std::string const& source, Json const& inputs = Json::object(), Options const& options = {}) {
  return raised<Error>([&] { static_cast<void>(Template::compile(source).render(inputs, options)); });
}

Position position_of_error(std::string const& source) {
  try {
    static_cast<void>(Template::compile(source).render(Json::object()));
  } catch (Error const& error) {
    return error.position();
  }
  return {};
}

TEST(Template, TellsTheVariablesOfTheInputs) {
  auto const variables = [](std::string const& source) {
    std::vector<std::string> shown;
    for (Variable const& variable : Template::compile(source).variables()) {
      shown.push_back(fmt::format("{} {}:{}", variable.name, variable.position.line, variable.position.column));
    }
    return shown;
  };
  EXPECT_THAT(variables("ä {{ b }}\n{{ a.c }}{% for i in list %}{{ i + n }}{% endfor %}{{ b }}"),
              testing::ElementsAre("b 1:6", "a 2:4", "list 2:22", "n 2:36"));
  EXPECT_THAT(variables("{% set x = 1 %}{{ x }}{{ range(2) }}{% macro m(p) %}{{ p }}{{ q }}{% endmacro %}{{ m(1) }}"),
              testing::ElementsAre("q 1:63"));
  EXPECT_THAT(variables("plain"), testing::IsEmpty());
}

TEST(Template, UndefinedVariablesHaveLineAndColumn) {
  Options const strict{.undefined = UndefinedRule::error};
  EXPECT_THAT(error_of("a\n  {{ user.mail }}", {{"user", Json::object()}}, strict),
              StartsWith("Undefined template variable: user.mail (line 2, column 6)"));
}

TEST(Template, SyntaxErrorsHaveLineAndColumn) {
  EXPECT_THAT(error_of("one\ntwo {{ 1 + }}"), StartsWith("Template syntax error: expected an expression"));
  EXPECT_EQ(position_of_error("one\ntwo {{ 1 + }}"), (Position{.line = 2, .column = 12}));
  EXPECT_EQ(position_of_error("é {% if x %}"), (Position{.line = 1, .column = 6}));
  EXPECT_EQ(position_of_error("\n\n  {{ x|nothing }}"), (Position{.line = 3, .column = 6}));
}

TEST(Template, UnpackingErrorsTellTheFirstName) {
  EXPECT_EQ(position_of_error("{% set a, b = 1 %}"), (Position{.line = 1, .column = 8}));
  EXPECT_EQ(position_of_error("\n{% for (a, b), c in [[1, 2]] %}{% endfor %}"), (Position{.line = 2, .column = 9}));
  EXPECT_EQ(position_of_error("{% set a, b %}x{% endset %}"), (Position{.line = 1, .column = 8}));
  EXPECT_THAT(error_of("{% set a, b = [1] %}"), StartsWith("Template error: 1 value cannot be given to 2 names"));
}

TEST(Template, RuntimeErrorsHaveLineAndColumn) {
  EXPECT_EQ(position_of_error("a\r\nb {{ 1 / 0 }}"), (Position{.line = 2, .column = 6}));
  EXPECT_THAT(error_of("a\nb {{ 1 / 0 }}"), StartsWith("Template error: division by zero (line 2, column 6)"));
}

TEST(Template, ArgumentsOfABlocksFilterMayCaptureMore) {
  EXPECT_EQ(rendered("{% macro m() %}{% filter upper %}x{% endfilter %}{% endmacro %}"
                     "{% filter replace('a', m()) %}banana{% endfilter %}"),
            "bXnXnX");
}

TEST(Template, TagsThatNeedFilesAreRefused) {
  for (std::string const tag : {"include 'x'", "import 'x' as y", "from 'x' import y", "extends 'x'", "block b"}) {
    EXPECT_THAT(error_of("{% " + tag + " %}"), HasSubstr("needs other templates")) << tag;
  }
}

TEST(Template, NoMemberLeadsToTheHost) {
  for (std::string const path : {"x.__class__", "x['__class__']", "x|attr('__class__')", "x.__class__.__mro__|d",
                                 "range.__globals__", "m.__call__", "x.constructor", "l.__len__"}) {
    EXPECT_EQ(
        rendered("{% macro m() %}{% endmacro %}[{{ (" + path.substr(0, path.find(".__mro__")) + ")|default('') }}]",
                 {{"x", "text"}, {"l", Json::array()}}),
        "[]")
        << path;
  }
}

TEST(Template, InputsAreNotChanged) {
  Json const inputs = {{"l", {1, 2}}, {"m", {{"k", {1}}}}};
  EXPECT_EQ(rendered("{% set _ = l.append(3) %}{% set _ = m.k.append(9) %}{{ l }}{{ m }}", inputs),
            "[1, 2, 3]{'k': [1, 9]}");
  EXPECT_EQ(inputs, (Json{{"l", {1, 2}}, {"m", {{"k", {1}}}}}));
}

TEST(Template, WholeNumbersHave64Bits) {
  EXPECT_EQ(rendered("{{ 9223372036854775807 }} {{ -9223372036854775807 - 1 }}"),
            "9223372036854775807 -9223372036854775808");
  for (std::string const source : {"{{ 9223372036854775807 + 1 }}", "{{ 9223372036854775808 }}", "{{ 10 ** 19 }}",
                                   "{{ 4611686018427387904 * 2 }}", "{{ '9223372036854775808'|int }}"}) {
    EXPECT_THAT(error_of(source), HasSubstr("64 bits")) << source;
  }
  EXPECT_THAT(error_of("{{ x }}", {{"x", 18446744073709551615ULL}}), HasSubstr("64 bits"));
}

TEST(Template, ThereIsNoRandomness) {
  EXPECT_THAT(error_of("{{ [1]|random }}"), HasSubstr("randomness"));
  EXPECT_THAT(error_of("{{ lipsum() }}"), HasSubstr("randomness"));
}

TEST(Template, BytesThatAreNoCharactersDoNoHarm) {
  Json const inputs = {{"x", std::string("a\xFF\xC3")}};
  EXPECT_EQ(rendered("{{ x|length }}{{ x|upper|length }}{{ x[::-1]|length }}{{ x.split('a')|length }}", inputs),
            "3332");
}

TEST(ThreadsTemplate, OneTemplateRendersInManyThreads) {
  Template const shared = Template::compile(
      "{% macro m(x) %}<{{ x }}>{% endmacro %}{% for i in l %}{{ m(i ~ name) }}{{ loop.last }}{% endfor %}");
  std::vector<std::string> results(16);
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < results.size(); ++number) {
    threads.emplace_back([&shared, &results, number] {
      for (int round = 0; round < 50; ++round) {
        results[number] = shared.render({{"l", {1, 2}}, {"name", std::to_string(number)}});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t number = 0; number < results.size(); ++number) {
    std::string const name = std::to_string(number);
    EXPECT_EQ(results[number], fmt::format("<1{0}>False<2{0}>True", name));
  }
}

std::string lexical_error(std::string const& text) {
  Source source(text);
  try {
    TokenStream tokens(source);
    while (tokens.current().kind != TokenKind::end) tokens.take();
  } catch (SyntaxFailure const& failure) {
    return std::string(failure.what()) + " at " + std::to_string(failure.offset);
  }
  return "";
}

TEST(JinjaLexer, TellsWhereItIsWrong) {
  EXPECT_THAT(lexical_error("ab {{ x"), HasSubstr("not closed; end it with }} at 3"));
  EXPECT_THAT(lexical_error("ab {# x"), HasSubstr("comment is not closed; end it with #} at 3"));
  EXPECT_THAT(lexical_error("{{ 'x }}"), HasSubstr("text is not closed"));
  EXPECT_THAT(lexical_error("{{ (1] }}"), HasSubstr("closed by ')' at 5"));
  EXPECT_THAT(lexical_error("{{ a ? b }}"), HasSubstr("unexpected '?' at 5"));
  EXPECT_THAT(lexical_error("{{ '\\ud800' }}"), HasSubstr("stands for no character"));
}

TEST(JinjaSource, EndsLinesWithLineFeeds) {
  EXPECT_EQ(Source("a\r\nb\rc\n\r").text(), "a\nb\nc\n\n");
}

TEST(JinjaSource, CountsColumnsInCodePoints) {
  Source const source("é\nñ日x");
  EXPECT_EQ(source.position(0), (Position{.line = 1, .column = 1}));
  EXPECT_EQ(source.position(3), (Position{.line = 2, .column = 1}));
  EXPECT_EQ(source.position(8), (Position{.line = 2, .column = 3}));
}

}  // namespace
}  // namespace template_test
}  // namespace jinja
