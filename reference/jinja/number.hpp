#pragma once

#include <compare>

#include "jinja/value.hpp"

/// Numbers as Python has them, but integers have 64 bits: beyond them everything here throws Failure.
namespace jinja {

/// Whether `value` is an integer, a float or a boolean, which counts as 0 or 1.
[[nodiscard]] bool is_number(Value const& value) noexcept;

/// The integer that a value is; nothing for floats and others.
[[nodiscard]] std::optional<std::int64_t> as_integer(Value const& value) noexcept;

/// The float that a number is; nothing for what is no number.
[[nodiscard]] std::optional<double> as_float(Value const& value) noexcept;

/// Exact, also between a large integer and a float. Both must be numbers.
[[nodiscard]] std::partial_ordering order_of_numbers(Value const& left, Value const& right);

/// The shortest text that reads as the same float: 1.0, 0.1, 1e+16, inf, nan.
[[nodiscard]] std::string float_text(double number);

/// An integer as Python's int() reads it: blanks around, a sign, underscores between digits, prefixes for the bases
/// 2, 8 and 16 (and for base 0 any of them). Nothing when it is malformed.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text, int base);

/// A float as Python's float() reads it; nothing when it is malformed.
[[nodiscard]] std::optional<double> parse_float(std::string_view text);

/// The integer towards zero of a float. Throws Failure for infinity, nan and what has more than 64 bits.
[[nodiscard]] std::int64_t truncated(double number);

[[nodiscard]] std::int64_t add(std::int64_t left, std::int64_t right);
[[nodiscard]] std::int64_t subtract(std::int64_t left, std::int64_t right);
[[nodiscard]] std::int64_t multiply(std::int64_t left, std::int64_t right);
/// Towards minus infinity; the remainder has the sign of the divisor. Both throw Failure for zero.
[[nodiscard]] std::int64_t floor_divide(std::int64_t left, std::int64_t right);
[[nodiscard]] std::int64_t modulo(std::int64_t left, std::int64_t right);
[[nodiscard]] double floor_divide(double left, double right);
[[nodiscard]] double modulo(double left, double right);
/// A float for a negative exponent.
[[nodiscard]] Value power(std::int64_t base, std::int64_t exponent);
[[nodiscard]] Value power(double base, double exponent);

/// Half to even, exactly, to `digits` digits after the point (before it when negative).
[[nodiscard]] double rounded(double number, std::int64_t digits);
[[nodiscard]] std::int64_t rounded(std::int64_t number, std::int64_t digits);

}  // namespace jinja
