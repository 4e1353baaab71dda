#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/render/jinja/template.hpp"

namespace prompty::jinja {
namespace filters_test {
namespace {

// An expression and what it prints.
struct Case {
  std::string expression;
  std::string printed;
};

class Filters : public testing::TestWithParam<Case> {};

TEST_P(Filters, Print) {
  Json const inputs = {{"word", "banana"},
                       {"none", nullptr},
                       {"numbers", {3, 1, 2}},
                       {"words", {"pear", "Apple", "fig"}},
                       {"people", {{{"name", "Ann"}, {"age", 40}}, {{"name", "Bob"}, {"age", 20}}}},
                       {"order", {{"b", 1}, {"a", 2}}}};
  EXPECT_EQ(Template::compile("{{ " + GetParam().expression + " }}").render(inputs), GetParam().printed);
}

INSTANTIATE_TEST_SUITE_P(
    OfText, Filters,
    testing::Values(Case{"word|upper", "BANANA"}, Case{"'ÄB'|lower", "äb"},
                    Case{"'hello WORLD'|capitalize", "Hello world"}, Case{"\"it's a dog-day\"|title", "It's A Dog-Day"},
                    Case{"'  x '|trim", "x"}, Case{"'xxaxx'|trim('x')", "a"}, Case{"word|replace('a', 'o')", "bonono"},
                    Case{"word|replace('a', 'o', 2)", "bonona"}, Case{"word|length", "6"}, Case{"'äöü'|length", "3"},
                    Case{"'ab'|center(6)", "  ab  "}, Case{"'a\\nb'|indent", "a\n    b"},
                    Case{"'a\\nb'|indent(2, true)", "  a\n  b"}, Case{"'one two  three'|wordcount", "3"},
                    Case{"'a long sentence'|truncate(8)", "a..."},
                    Case{"'a long sentence'|truncate(8, true)", "a lon..."},
                    Case{"'aaa bbb ccc'|wordwrap(7)", "aaa bbb\nccc"}, Case{"'%s is %d'|format('x', 3)", "x is 3"},
                    Case{"5|string ~ '!'", "5!"}));

INSTANTIATE_TEST_SUITE_P(OfLists, Filters,
                         testing::Values(Case{"numbers|join(', ')", "3, 1, 2"},
                                         Case{"people|join('+', attribute='name')", "Ann+Bob"},
                                         Case{"numbers|first", "3"}, Case{"numbers|last", "2"}, Case{"[]|first", ""},
                                         Case{"numbers|reverse|list", "[2, 1, 3]"}, Case{"word|reverse", "ananab"},
                                         Case{"'ab'|list", "['a', 'b']"}, Case{"numbers|count", "3"},
                                         Case{"[1, 2, 3]|batch(2)|list", "[[1, 2], [3]]"},
                                         Case{"[1, 2, 3]|batch(2, 0)|list", "[[1, 2], [3, 0]]"},
                                         Case{"[1, 2, 3]|slice(2)|list", "[[1, 2], [3]]"},
                                         Case{"order|items|list", "[('b', 1), ('a', 2)]"}));

INSTANTIATE_TEST_SUITE_P(OfOrder, Filters,
                         testing::Values(Case{"numbers|sort", "[1, 2, 3]"},
                                         Case{"numbers|sort(reverse=true)", "[3, 2, 1]"},
                                         Case{"words|sort", "['Apple', 'fig', 'pear']"},
                                         Case{"['b', 'B', 'a']|sort(case_sensitive=true)", "['B', 'a', 'b']"},
                                         Case{"people|sort(attribute='age')|map(attribute='name')|join", "BobAnn"},
                                         Case{"order|dictsort", "[('a', 2), ('b', 1)]"},
                                         Case{"order|dictsort(by='value')", "[('b', 1), ('a', 2)]"},
                                         Case{"numbers|max", "3"}, Case{"numbers|min", "1"}, Case{"words|max", "pear"},
                                         Case{"['a', 'A', 'b']|unique|list", "['a', 'b']"},
                                         Case{"people|groupby('age')|map('first')|list", "[20, 40]"}));

INSTANTIATE_TEST_SUITE_P(
    OfSelection, Filters,
    testing::Values(Case{"numbers|select('odd')|list", "[3, 1]"}, Case{"numbers|reject('odd')|list", "[2]"},
                    Case{"[0, 1, '', 'x']|select|list", "[1, 'x']"},
                    Case{"words|map('upper')|list", "['PEAR', 'APPLE', 'FIG']"},
                    Case{"people|map(attribute='mail', default='-')|list", "['-', '-']"},
                    Case{"people|selectattr('age', 'gt', 30)|map(attribute='name')|list", "['Ann']"},
                    Case{"people|rejectattr('age', 'gt', 30)|map(attribute='name')|list", "['Bob']"}));

INSTANTIATE_TEST_SUITE_P(OfNumbers, Filters,
                         testing::Values(Case{"-3|abs", "3"}, Case{"'3.7'|float", "3.7"}, Case{"'3'|int", "3"},
                                         Case{"'x'|int", "0"}, Case{"'x'|int(7)", "7"}, Case{"'ff'|int(0, 16)", "255"},
                                         Case{"3.7|int", "3"}, Case{"2.5|round", "2.0"},
                                         Case{"3.14159|round(2)", "3.14"}, Case{"2.1|round(0, 'ceil')", "3.0"},
                                         Case{"2.9|round(0, 'floor')", "2.0"}, Case{"numbers|sum", "6"},
                                         Case{"people|sum(attribute='age')", "60"}, Case{"numbers|sum(start=10)", "16"},
                                         Case{"1000|filesizeformat", "1.0 kB"},
                                         Case{"1024|filesizeformat(true)", "1.0 KiB"}));

INSTANTIATE_TEST_SUITE_P(OfWhatIsMissing, Filters,
                         testing::Values(Case{"missing|default('d')", "d"}, Case{"''|default('d')", ""},
                                         Case{"''|default('d', true)", "d"}, Case{"none|default('d')", "None"},
                                         Case{"none|d('d', true)", "d"}, Case{"missing|length", "0"},
                                         Case{"missing|upper", ""}));

INSTANTIATE_TEST_SUITE_P(OfMarkup, Filters,
                         testing::Values(Case{"'<b>'|e", "&lt;b&gt;"}, Case{"'<b>'|safe", "<b>"},
                                         Case{"'<b>a  b</b>'|striptags", "a b"},
                                         Case{"'a b/c&d'|urlencode", "a%20b/c%26d"},
                                         Case{"{'a': 1, 'b c': 2}|urlencode", "a=1&b+c=2"},
                                         Case{"{'a': 'x<', 'n': none}|xmlattr", " a=\"x&lt;\""},
                                         Case{"{'a': [1, true, none]}|tojson", "{\"a\": [1, true, null]}"},
                                         Case{"\"<a'&\"|tojson", "\"\\u003ca\\u0027\\u0026\""}));

TEST(FiltersThatAreNone, AreSyntaxErrors) {
  for (std::string const source : {"{{ 1|shout }}", "{{ 1 is shouted }}"}) {
    EXPECT_THROW(static_cast<void>(Template::compile(source).render(Json::object())), ValueError) << source;
  }
}

}  // namespace
}  // namespace filters_test
}  // namespace prompty::jinja
