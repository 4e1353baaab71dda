#include "prompty/load/yaml_scalar.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::yaml_scalar_test {
namespace {

struct Case {
  char const* text;
  Json value;
};

class YamlScalar : public testing::TestWithParam<Case> {};

TEST_P(YamlScalar, HasTheTypeOfTheCoreSchema) {
  std::optional<Json> const value = yaml::resolve_plain_scalar(GetParam().text);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->type_name(), std::string(GetParam().value.type_name()));
  EXPECT_EQ(value->is_number_float(), GetParam().value.is_number_float());
  EXPECT_EQ(*value, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    Plain, YamlScalar,
    testing::Values(Case{"", nullptr}, Case{"~", nullptr}, Case{"null", nullptr}, Case{"NULL", nullptr},
                    Case{"nULL", "nULL"}, Case{"true", true}, Case{"True", true}, Case{"FALSE", false},
                    Case{"tRUE", "tRUE"}, Case{"yes", "yes"}, Case{"no", "no"}, Case{"on", "on"}, Case{"y", "y"},
                    Case{"0", 0}, Case{"42", 42}, Case{"-7", -7}, Case{"+7", 7}, Case{"042", 42}, Case{"0o17", 15},
                    Case{"0o18", "0o18"}, Case{"0x1F", 31}, Case{"0xfg", "0xfg"}, Case{"0x", "0x"},
                    Case{"-0x1", "-0x1"}, Case{"0b1", "0b1"}, Case{"1_000", "1_000"},
                    Case{"9223372036854775807", 9223372036854775807},
                    Case{"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
                    Case{"18446744073709551615", 18446744073709551615U}, Case{"1.5", 1.5}, Case{"3.0", 3.0},
                    Case{"1.", 1.0}, Case{".5", 0.5}, Case{"-.5", -0.5}, Case{"+1.5", 1.5}, Case{"1e3", 1000.0},
                    Case{"1E-2", 0.01}, Case{"1.5e+2", 150.0}, Case{".", "."}, Case{"-", "-"}, Case{"+", "+"},
                    Case{"e3", "e3"}, Case{"1e", "1e"}, Case{"1e+", "1e+"}, Case{".e1", ".e1"}, Case{"1.2.3", "1.2.3"},
                    Case{"2024-01-31", "2024-01-31"}, Case{"12:30", "12:30"}, Case{"--1", "--1"}, Case{"inf", "inf"},
                    Case{"gpt-4", "gpt-4"}));

TEST(YamlScalarOutOfRange, HasNoJsonNumber) {
  for (char const* const text : {".inf", "-.Inf", "+.INF", ".nan", ".NaN", "1e999", "-1e999", "18446744073709551616",
                                 "-9223372036854775809", "0xFFFFFFFFFFFFFFFFF"}) {
    EXPECT_FALSE(yaml::resolve_plain_scalar(text)) << text;
  }
}

}  // namespace
}  // namespace prompty::yaml_scalar_test
