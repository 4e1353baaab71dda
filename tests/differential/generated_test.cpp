// Random templates, against the real Jinja2. What a run covers is counted and printed.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "differential/generator.hpp"
#include "differential/oracle.hpp"
#include "prompty/core/json_text.hpp"
#include "support/at_length.hpp"

namespace prompty_tests {
namespace generated {
namespace {

using jinja::UndefinedRule;
using prompty::Json;

constexpr std::size_t number_of_templates = 20'000;
constexpr unsigned number_of_shares = 8;
constexpr unsigned played_shares = at_length ? number_of_shares : 2;
constexpr std::size_t most_shown = 10;
constexpr std::size_t fewest_of_each_construct = 500;
constexpr std::size_t fewest_nested_deep = 2'000;
constexpr std::size_t deep = 3;

/// What prompts need at the least; each must be in many templates or agreement would mean little.
std::vector<std::string> floor_of_constructs() {
  return {"output",
          "dotted path",
          "index",
          "slice",
          "if",
          "elif",
          "else",
          "for",
          "loop",
          "for else",
          "for if",
          "unpacking",
          "comment",
          "set",
          "set block",
          "whitespace control",
          "and",
          "or",
          "not",
          "in",
          "not in",
          "comparison",
          "arithmetic",
          "concatenation",
          "inline if",
          "test",
          "default",
          "upper",
          "lower",
          "join",
          "length",
          "trim",
          "replace",
          "first",
          "last",
          "int",
          "tojson",
          "title",
          "capitalize",
          "list",
          "sort",
          "reverse",
          "round",
          "items",
          "macro",
          "with",
          "filter block",
          "raw",
          "namespace",
          "map",
          "select",
          "method",
          "recursive loop",
          "call block",
          "changed container",
          "list method",
          "map method",
          "percent format",
          "brace format",
          "mixed operator",
          "element",
          "function"};
}

std::string shown(Rendered const& rendered) {
  return rendered ? prompty::json_text::dump(Json(*rendered)) : "an error";
}

// Each share has a seed of its own, so that the shares run beside each other.
std::vector<GeneratedTemplate> share(unsigned number) {
  TemplateGenerator generator(20240607 + number);
  std::vector<GeneratedTemplate> made;
  for (std::size_t count = 0; count < number_of_templates / number_of_shares; ++count) made.push_back(generator.next());
  return made;
}

TEST(GeneratedTemplates, HoldEachConstructOften) {
  std::map<std::string, std::size_t> histogram;
  std::size_t nested_deep = 0;
  for (unsigned number = 0; number < number_of_shares; ++number) {
    for (GeneratedTemplate const& made : share(number)) {
      for (std::string const& construct : made.constructs) ++histogram[construct];
      if (made.nesting >= deep) ++nested_deep;
    }
  }
  for (auto const& [construct, count] : histogram) std::cout << construct << ": " << count << "\n";
  std::cout << "nested " << deep << " levels: " << nested_deep << "\n";
  for (std::string const& construct : floor_of_constructs()) {
    EXPECT_GE(histogram[construct], fewest_of_each_construct) << construct;
  }
  EXPECT_GE(nested_deep, fewest_nested_deep);
}

class GeneratedShare : public testing::TestWithParam<unsigned> {};

TEST_P(GeneratedShare, RendersAsInJinja2) {
  std::vector<JinjaCase> cases;
  for (GeneratedTemplate const& made : share(GetParam())) {
    UndefinedRule const rule = cases.size() % 4 == 0 ? UndefinedRule::error : UndefinedRule::empty;
    cases.push_back({.source = made.source, .inputs = made.inputs, .undefined = rule});
  }
  std::vector<Rendered> const expected = render_with_python(cases, Json::object());
  ASSERT_FALSE(expected.empty());
  std::size_t rendered = 0;
  std::size_t different = 0;
  for (std::size_t at = 0; at < cases.size() && different < most_shown; ++at) {
    Rendered const ours = render_with_ours(cases[at], Json::object());
    if (expected[at]) ++rendered;
    if (ours == expected[at]) continue;
    ++different;
    ADD_FAILURE() << cases[at].source << "\nwith " << prompty::json_text::dump(cases[at].inputs)
                  << "\nJinja2: " << shown(expected[at]) << "\nours:   " << shown(ours);
  }
  EXPECT_GT(rendered, cases.size() / 2) << "too many of the templates are errors";
}

INSTANTIATE_TEST_SUITE_P(Shares, GeneratedShare, testing::Range(0U, played_shares));

}  // namespace
}  // namespace generated
}  // namespace prompty_tests
