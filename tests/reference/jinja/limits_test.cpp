// What a hostile template can use up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "jinja/errors.hpp"
#include "jinja/template.hpp"
#include "reference/support/raised.hpp"

namespace jinja {
namespace limits_test {
namespace {

using testing::HasSubstr;

std::string error_of(std::string const& source, Json const& inputs = Json::object()) {
  return raised<Error>([&] { static_cast<void>(Template::compile(source).render(inputs)); });
}

std::string repeated(std::string const& part, std::size_t times) {
  std::string result;
  for (; times > 0; --times) result += part;
  return result;
}

TEST(TemplateLimits, LoopsEnd) {
  EXPECT_THAT(error_of("{% for i in range(1000000000000) %}{% endfor %}"), HasSubstr("steps"));
  EXPECT_THAT(error_of("{% for a in range(9999) %}{% for b in range(9999) %}{{ b }}{% endfor %}{% endfor %}"),
              HasSubstr("steps"));
}

TEST(TemplateLimits, RecursionEnds) {
  EXPECT_THAT(error_of("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"), HasSubstr("call themselves"));
  EXPECT_THAT(error_of("{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}"), HasSubstr("call themselves"));
  EXPECT_THAT(error_of("{% macro m() %}" + repeated("{% if true %}", 80) + "{{ (((((((m()))))))) }}" +
                       repeated("{% endif %}", 80) + "{% endmacro %}{{ m() }}"),
              HasSubstr("call themselves"));
}

TEST(TemplateLimits, NestingIsCappedWhereItIsWritten) {
  for (std::string const opening : {"(", "[", "{1:", "not ", "-", "{% if true %}", "{% for i in [] %}"}) {
    std::string const source =
        opening.starts_with("{%") ? repeated(opening, 100'000) : "{{ " + repeated(opening, 100'000) + "1 }}";
    EXPECT_THAT(error_of(source), HasSubstr("nested more than")) << opening;
  }
  EXPECT_THAT(error_of("{{ 1" + repeated("+1", 100'000) + " }}"), HasSubstr("nested more than"));
  EXPECT_THAT(error_of("{{ x" + repeated("|upper", 100'000) + " }}"), HasSubstr("nested more than"));
  EXPECT_THAT(error_of("{{ x" + repeated(".a", 100'000) + " }}"), HasSubstr("nested more than"));
  EXPECT_THAT(error_of("{{ x" + repeated(" if x else x", 100'000) + " }}"), HasSubstr("nested more than"));
}

TEST(TemplateLimits, MemoryIsCapped) {
  for (std::string const source :
       {"{{ 'x' * 10000000000 }}", "{{ [1] * 10000000000 }}", "{{ '%1000000000d' % 5 }}",
        "{{ 'a'|center(10000000000) }}", "{{ 'a'.ljust(10000000000) }}", "{{ '{:10000000000}'.format(1) }}",
        "{{ range(10000000000)|list }}", "{{ 'a'|indent(10000000000, true) }}",
        "{{ ('x' * 100000)|replace('x', 'y' * 100000) }}", "{{ [1]|batch(10000000000, 0)|list }}",
        "{{ []|slice(10000000000)|list }}", "{{ 'a\t'.expandtabs(10000000000) }}", "{{ '{:010000000000,}'.format(1) }}",
        "{{ '%.2000000000d' % 1 }}", "{{ 'aaaa'.translate({97: 'x' * 40000000}) }}",
        "{% set n = namespace(s='xxxxxxxxxxxxxxxx') %}{% for i in range(100) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(100) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
        "{% set l = [1] %}{% for i in range(100) %}{% set _ = l.extend(l) %}{% endfor %}"}) {
    EXPECT_THAT(error_of(source), testing::AnyOf(HasSubstr("bytes"), HasSubstr("steps"))) << source;
  }
}

TEST(TemplateLimits, OutputIsCapped) {
  EXPECT_THAT(error_of("{% set x = 'x' * 1000000 %}{% for i in range(1000) %}{{ x }}{% endfor %}"),
              HasSubstr("rendered text is larger"));
}

TEST(TemplateLimits, ValuesThatHoldThemselvesEnd) {
  EXPECT_THAT(error_of("{% set l = [] %}{% set _ = l.append(l) %}{{ l }}"), HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of("{% set l = [] %}{% set m = [l] %}{% set _ = l.append(m) %}{{ l == m }}"),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of("{% set ns = namespace() %}{% set ns.self = ns %}{{ ns }}"), HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of("{% set ns = namespace(l=[]) %}{% for i in range(100000) %}{% set ns.l = [ns.l] %}{% endfor %}"
                       "{{ ns.l }}"),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of("{% set ns = namespace(l=()) %}{% for i in range(100000) %}{% set ns.l = (ns.l,) %}{% endfor %}"
                       "{{ {ns.l: 1} }}"),
              HasSubstr("nested too deeply"));
}

TEST(TemplateLimits, DeepValuesAreFreedWithoutRecursion) {
  std::string const source =
      "{% set ns = namespace(l=[]) %}{% for i in range(300000) %}{% set ns.l = [ns.l] %}{% endfor %}done";
  EXPECT_EQ(Template::compile(source).render(Json::object()), "done");
}

TEST(TemplateLimits, ErrorsComeWithinASecond) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_THAT(error_of("{% for i in range(1000000000) %}{{ i * 2 + 1 }}{% endfor %}"), HasSubstr("steps"));
  // Ten times what is promised: this machine may be busy, and sanitizers are slow.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(TemplateLimits, ManyInputsAreFoundInLinearTime) {
  Json inputs = Json::object();
  Json::object_t::Container& members = inputs.get_ref<Json::object_t&>();
  std::string source;
  for (int index = 0; index < 200'000; ++index) {
    std::string const name = "k" + std::to_string(index);
    members.emplace_back(name, "x");
    source += "{{" + name + "}}";
  }
  std::clock_t const start = std::clock();
  EXPECT_EQ(Template::compile(source).render(inputs), std::string(200'000, 'x'));
  // As below; each name compared with all of the others takes a minute.
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 30);
}

/// Does something with long texts a million times.
class LimitsOfTexts : public testing::TestWithParam<char const*> {};

TEST_P(LimitsOfTexts, CountWhatTheyCost) {
  std::string const many(1'000'000, 'a');
  Json const inputs{{"a", many},
                    {"b", many + "b"},
                    {"half", many.substr(0, 500'000) + "b"},
                    {"part", many.substr(0, 1'000) + "b"},
                    {"digits", std::string(1'000'000, '7')},
                    {"fraction", "0." + std::string(1'000'000, '7')},
                    {"list", Json::array({many, many})},
                    {"map", {{many, 1}}}};
  std::string const source = std::string("{% for i in range(10000) %}{% for j in range(100) %}{% if (") + GetParam() +
                             ") is none %}x{% endif %}{% endfor %}{% endfor %}";
  std::clock_t const start = std::clock();
  try {
    static_cast<void>(Template::compile(source).render(inputs));
  } catch (Error const& error) {
    EXPECT_THAT(error.what(), HasSubstr("steps"));
  }
  // A second or two of work, a few times that under a sanitizer; minutes where nothing is counted, or only the text
  // that is searched. What else the machine does is not looked at.
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 30);
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, LimitsOfTexts,
                         testing::Values("part in a", "half in a", "a.find(part)", "a.rfind(part)", "a.count(part)",
                                         "a.split(part)", "a.rsplit(part)", "a.partition(part)", "a.replace(part, '')",
                                         "a|replace(part, '')", "a < b", "a == b", "list == list", "map[a]", "a|int",
                                         "fraction|float", "digits|float", "digits|filesizeformat", "a|wordcount",
                                         "a|pprint", "a|tojson", "a|title", "a.isalpha()"));

TEST(TextSearch, OfANearlyPeriodicTextIsLinear) {
  std::string const many(1'000'000, 'a');
  std::string const part = many.substr(0, 500'000) + "b";
  Json const inputs{{"text", many}, {"part", part}, {"mirrored", "b" + many.substr(0, 500'000)}};
  EXPECT_EQ(
      Template::compile("{{ part in text }} {{ text.rfind(mirrored) }} {{ (text ~ part).rfind(part) }}").render(inputs),
      "False -1 1000000");
}

TEST(TemplateLimits, LegitimateSizesPass) {
  std::string const line = "A line of text with {{ name }} in it.\n";
  std::string const source = repeated(line, 100'000);
  EXPECT_GT(Template::compile(source).render({{"name", "x"}}).size(), 2'800'000U);
  EXPECT_EQ(Template::compile("{% for i in range(10000) %}{{ i }}{% endfor %}").render(Json::object()).size(), 38'890U);
}

}  // namespace
}  // namespace limits_test
}  // namespace jinja
