#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/scenario_file.hpp"

namespace mock_provider::yaml_value_test {
namespace {

struct Scalar {
  char const* name;
  char const* yaml;
  char const* json;
};

class YamlScalars : public testing::TestWithParam<Scalar> {};

TEST_P(YamlScalars, AreTypedByTheCoreSchema) {
  EXPECT_EQ(json_text::dump(yaml_value::parse(GetParam().yaml)), GetParam().json);
}

INSTANTIATE_TEST_SUITE_P(All, YamlScalars,
                         testing::Values(Scalar{"Word", "abc", R"("abc")"}, Scalar{"Yes", "yes", R"("yes")"},
                                         Scalar{"On", "on", R"("on")"}, Scalar{"True", "true", "true"},
                                         Scalar{"QuotedTrue", "'true'", R"("true")"}, Scalar{"Null", "null", "null"},
                                         Scalar{"Tilde", "~", "null"}, Scalar{"Empty", "a:", R"({"a":null})"},
                                         Scalar{"Integer", "42", "42"}, Scalar{"Signed", "+42", "42"},
                                         Scalar{"Negative", "-7", "-7"}, Scalar{"QuotedInteger", "\"42\"", R"("42")"},
                                         Scalar{"LeadingZero", "010", "10"}, Scalar{"Fraction", "1.5", "1.5"},
                                         Scalar{"Exponent", "1e3", "1000.0"}, Scalar{"PointOnly", ".", R"(".")"},
                                         Scalar{"Version", "1.2.3", R"("1.2.3")"},
                                         Scalar{"Date", "2024-01-02", R"("2024-01-02")"},
                                         Scalar{"EmptyText", "\"\"", R"("")"}, Scalar{"Block", "|\n  1\n", R"("1\n")"},
                                         Scalar{"Flow", "{a: [1, x]}", R"({"a":[1,"x"]})"},
                                         Scalar{"Alias", "a: &x [1]\nb: *x", R"({"a":[1],"b":[1]})"}),
                         [](testing::TestParamInfo<Scalar> const& tested) { return tested.param.name; });

std::string complaint_about(std::string const& text) {
  try {
    static_cast<void>(yaml_value::parse(text));
  } catch (ScenarioError const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(YamlValue, TakesNumbersBeyondEveryNumberForText) {
  std::string const digits(400, '9');
  EXPECT_EQ(yaml_value::parse("[" + digits + ", -" + digits + ", 1e999]"),
            Json::array({digits, "-" + digits, "1e999"}));
}

TEST(YamlValue, TellsWhereTheSyntaxIsBroken) {
  EXPECT_THAT(complaint_about("a: [1,\nb: 2"), testing::HasSubstr("line 2, column"));
}

TEST(YamlValue, RefusesAKeyThatStandsTwice) {
  EXPECT_THAT(complaint_about("a: 1\na: 2"), testing::AllOf(testing::HasSubstr("/a"), testing::HasSubstr("line 2")));
}

TEST(YamlValue, RefusesASecondDocument) {
  EXPECT_THAT(complaint_about("a: 1\n---\na: 2\n"), testing::HasSubstr("line 3: a second document begins"));
  EXPECT_EQ(yaml_value::parse("---\na: 1\n...\n"), Json({{"a", 1}}));
  EXPECT_EQ(yaml_value::parse(""), nullptr);
}

TEST(YamlValue, RefusesKeysThatAreNoText) {
  EXPECT_THAT(complaint_about("[1]: 2"), testing::HasSubstr("plain text"));
}

TEST(YamlValue, RefusesAliasesThatGrowBeyondMeasure) {
  std::string text = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 9; ++level) {
    std::string const before = "*l" + std::to_string(level - 1);
    text += "l" + std::to_string(level) + ": &l" + std::to_string(level) + " [" + before;
    for (int copy = 1; copy < 10; ++copy) text += ", " + before;
    text += "]\n";
  }
  EXPECT_THAT(complaint_about(text), testing::HasSubstr("100000 values"));
}

TEST(YamlValue, RefusesNestingBeyondTheLimit) {
  EXPECT_THAT(complaint_about(std::string(250, '[') + std::string(250, ']')), testing::HasSubstr("200 levels"));
  EXPECT_NE(complaint_about(std::string(100'000, '[')), "accepted");
}

}  // namespace
}  // namespace mock_provider::yaml_value_test
