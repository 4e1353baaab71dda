#include "jinja/operators.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "jinja/reasons.hpp"

namespace jinja {
namespace number_test {
namespace {

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

TEST(JinjaNumber, DividesTheLeastWholeNumber) {
  EXPECT_THROW(static_cast<void>(floor_divide(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1})), Failure);
  EXPECT_EQ(modulo(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}), 0);
}

TEST(JinjaNumber, RoundsAsItsDecimalsSay) {
  for (double const number : {0.5, 1.5, -0.5, 0.125, 0.375, 2.675, 1.005, 49.935, 149.805, -2.675, 1e-9, 0.05, 5e-324,
                              123456789.123456789, 4503599627370495.5, 1e22, -0.001, 0.49999999999999994}) {
    for (int digits = 0; digits <= 12; ++digits) {
      double const expected = std::strtod(fmt::format("{:.{}f}", number, digits).c_str(), nullptr);
      EXPECT_EQ(rounded(number, digits), expected) << number << " to " << digits;
      EXPECT_EQ(std::signbit(rounded(number, digits)), std::signbit(number)) << number << " to " << digits;
    }
  }
  std::mt19937_64 random(7);
  for (int round = 0; round < 200'000; ++round) {
    double const magnitude = std::pow(10.0, static_cast<double>(random() % 14) - 4);
    double const near_half = (static_cast<double>(random() % 200'000) - 100'000) / 2000 * magnitude;
    int const digits = static_cast<int>(random() % 10);
    double const expected = std::strtod(fmt::format("{:.{}f}", near_half, digits).c_str(), nullptr);
    ASSERT_EQ(rounded(near_half, digits), expected) << fmt::format("{} to {}", near_half, digits);
  }
}

TEST(JinjaNumber, ComparesLargeWholeNumbersWithFloatsExactly) {
  EXPECT_EQ(order_of_numbers(std::int64_t{9007199254740993}, 9007199254740992.0), std::partial_ordering::greater);
  EXPECT_EQ(order_of_numbers(1e300, std::int64_t{5}), std::partial_ordering::greater);
  EXPECT_EQ(order_of_numbers(true, 1.0), std::partial_ordering::equivalent);
  EXPECT_EQ(order_of_numbers(std::nan(""), std::int64_t{1}), std::partial_ordering::unordered);
}

}  // namespace
}  // namespace number_test
}  // namespace jinja
