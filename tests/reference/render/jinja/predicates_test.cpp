#include "prompty/render/jinja/predicates.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "prompty/render/jinja/template.hpp"

namespace prompty::jinja {
namespace predicates_test {
namespace {

std::string printed(std::string const& expression) {
  Json const inputs = {{"none_input", nullptr}, {"list", {1, 2}}, {"map", {{"k", 1}}}};
  return Template::compile("{{ " + expression + " }}").render(inputs);
}

class TrueTests : public testing::TestWithParam<std::string> {};

TEST_P(TrueTests, HoldAndTheirNegationDoesNot) {
  EXPECT_EQ(printed(GetParam()), "True");
  std::string negated = GetParam();
  negated.replace(negated.find(" is "), 4, " is not ");
  EXPECT_EQ(printed(negated), "False");
}

INSTANTIATE_TEST_SUITE_P(Values, TrueTests,
                         testing::Values("list is defined", "nothing is undefined", "map.k is defined",
                                         "map.other is undefined", "none_input is none", "none_input is defined",
                                         "'x' is string", "1 is number", "1.5 is number", "true is number",
                                         "1 is integer", "1.5 is float", "true is boolean", "true is true",
                                         "false is false", "map is mapping", "list is sequence", "'x' is sequence",
                                         "map is iterable", "range is callable"));

INSTANTIATE_TEST_SUITE_P(Numbers, TrueTests,
                         testing::Values("4 is even", "3 is odd", "9 is divisibleby 3", "1 is eq 1", "1 is equalto 1.0",
                                         "1 is ne 2", "1 is lt 2", "2 is gt 1", "2 is ge 2", "2 is le 2",
                                         "1 is in list", "3 is greaterthan 2", "2 is lessthan 3"));

INSTANTIATE_TEST_SUITE_P(Text, TrueTests,
                         testing::Values("'abc' is lower", "'ABC' is upper", "'k' is in map", "'b' is in 'abc'",
                                         "'upper' is filter", "'odd' is test"));

class FalseTests : public testing::TestWithParam<std::string> {};

TEST_P(FalseTests, DoNotHold) {
  EXPECT_EQ(printed(GetParam()), "False");
}

INSTANTIATE_TEST_SUITE_P(NearMisses, FalseTests,
                         testing::Values("'1' is number", "true is integer", "1 is float", "1 is boolean", "1 is true",
                                         "0 is false", "1 is sequence", "1 is iterable", "list is mapping",
                                         "'' is none", "'aB' is lower", "'1' is upper", "'shout' is filter",
                                         "1 is string", "1 is sameas 1.0"));

}  // namespace
}  // namespace predicates_test
}  // namespace prompty::jinja
