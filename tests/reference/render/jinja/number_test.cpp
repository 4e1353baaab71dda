#include "prompty/render/jinja/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "prompty/render/jinja/failure.hpp"

namespace prompty::jinja {
namespace number_test {
namespace {

TEST(JinjaNumber, PrintsFloatsAsPythonDoes) {
  EXPECT_EQ(float_text(1), "1.0");
  EXPECT_EQ(float_text(0.1), "0.1");
  EXPECT_EQ(float_text(1e15), "1000000000000000.0");
  EXPECT_EQ(float_text(1e16), "1e+16");
  EXPECT_EQ(float_text(0.0001), "0.0001");
  EXPECT_EQ(float_text(0.00001), "1e-05");
  EXPECT_EQ(float_text(-0.0), "-0.0");
  EXPECT_EQ(float_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(float_text(std::nan("")), "nan");
}

TEST(JinjaNumber, ReadsWholeNumbers) {
  EXPECT_EQ(parse_integer(" -1_000 ", 10), -1000);
  EXPECT_EQ(parse_integer("0x1F", 16), 31);
  EXPECT_EQ(parse_integer("0b101", 0), 5);
  EXPECT_EQ(parse_integer("٣", 10), 3);
  for (char const* const text : {"", "x", "1.5", "_1", "1_", "1__0", "--1", "+", "0x", "012a"}) {
    EXPECT_EQ(parse_integer(text, 10), std::nullopt) << text;
  }
  EXPECT_THROW(static_cast<void>(parse_integer("9223372036854775808", 10)), Failure);
  EXPECT_EQ(parse_integer("-9223372036854775808", 10), std::numeric_limits<std::int64_t>::min());
}

TEST(JinjaNumber, ReadsFloats) {
  EXPECT_EQ(parse_float(" 1.5e3 "), 1500.0);
  EXPECT_EQ(parse_float(".5"), 0.5);
  EXPECT_EQ(parse_float("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_float("1e400"), std::numeric_limits<double>::infinity());
  for (char const* const text : {"", "x", "1.5.2", "0x10", "1_", "infin", "e5"}) {
    EXPECT_EQ(parse_float(text), std::nullopt) << text;
  }
}

TEST(JinjaNumber, DividesTowardsMinusInfinity) {
  EXPECT_EQ(floor_divide(std::int64_t{-7}, std::int64_t{2}), -4);
  EXPECT_EQ(modulo(std::int64_t{-7}, std::int64_t{2}), 1);
  EXPECT_EQ(modulo(std::int64_t{7}, std::int64_t{-2}), -1);
  EXPECT_EQ(floor_divide(-7.5, 2.0), -4.0);
  EXPECT_EQ(modulo(-7.5, 2.0), 0.5);
  EXPECT_THROW(static_cast<void>(floor_divide(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1})), Failure);
  EXPECT_EQ(modulo(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}), 0);
}

TEST(JinjaNumber, RoundsHalfToEven) {
  EXPECT_EQ(rounded(2.5, 0), 2.0);
  EXPECT_EQ(rounded(2.675, 2), 2.67);
  EXPECT_EQ(rounded(std::int64_t{1250}, -2), 1200);
  EXPECT_EQ(rounded(std::int64_t{1350}, -2), 1400);
  EXPECT_EQ(rounded(std::int64_t{5}, -400), 0);
}

TEST(JinjaNumber, ComparesLargeWholeNumbersWithFloatsExactly) {
  EXPECT_EQ(order_of_numbers(std::int64_t{9007199254740993}, 9007199254740992.0), std::partial_ordering::greater);
  EXPECT_EQ(order_of_numbers(1e300, std::int64_t{5}), std::partial_ordering::greater);
  EXPECT_EQ(order_of_numbers(true, 1.0), std::partial_ordering::equivalent);
  EXPECT_EQ(order_of_numbers(std::nan(""), std::int64_t{1}), std::partial_ordering::unordered);
}

}  // namespace
}  // namespace number_test
}  // namespace prompty::jinja
