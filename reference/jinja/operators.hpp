#pragma once

#include <compare>

#include "jinja/value.hpp"

namespace jinja {

enum class UnaryOperator { logical_not, minus, plus };
enum class BinaryOperator { add, subtract, multiply, divide, floor_divide, modulo, power };
enum class Relation { equal, not_equal, less, less_or_equal, greater, greater_or_equal, in, not_in };

/// Whether `value` counts as true. Throws UndefinedFailure for an undefined value under the strict rule.
[[nodiscard]] bool truth(Session& session, Value const& value);

/// Equality as Python has it: numbers by value, lists and mappings by their contents. Throws Failure beyond 500 levels.
[[nodiscard]] bool equal(Session& session, Value const& left, Value const& right);

/// Equality or identity, which is how Python compares what containers hold (nan is nan).
[[nodiscard]] bool same_or_equal(Session& session, Value const& left, Value const& right);

/// Whether both are one object.
[[nodiscard]] bool identical(Value const& left, Value const& right);

/// Whether `left relation right` holds. Throws Failure where there is no order, and where the right one holds nothing.
[[nodiscard]] bool compare(Session& session, Relation relation, Value const& left, Value const& right);

/// Whether `container` holds `value`: a part of a text, an element, a key. Throws Failure for what holds nothing.
[[nodiscard]] bool contains(Session& session, Value const& container, Value const& value);

/// Equal for equal values. Throws Failure for lists and mappings, which cannot be keys.
[[nodiscard]] std::size_t hash_of(Session& session, Value const& value);

enum class Direction { ascending, descending };

/// Sorts `values` by `keys`, one for each; what is equal keeps its order. Throws Failure for keys without an order.
void sort_by_keys(Session& session, Values& values, Values const& keys, Direction direction);

/// What `left operation right` is by Python's rules: numbers, joined and repeated texts and lists, `%` formatting.
/// Throws Failure for values that do not go together, division by zero, and integers beyond 64 bits.
[[nodiscard]] Value apply(Session& session, BinaryOperator operation, Value const& left, Value const& right);
[[nodiscard]] Value apply(Session& session, UnaryOperator operation, Value const& operand);

/// `object.name`: a method or member, else the element under that key; undefined when there is neither. Names that
/// begin with two underscores are members of nothing. Throws UndefinedFailure for a member of what is undefined.
[[nodiscard]] Value attribute(Session& session, Value const& object, std::string_view name);

/// The method or member alone, for the filter `attr`.
[[nodiscard]] std::optional<Value> member(Session& session, Value const& object, std::string_view name);

/// `object[key]`: the element, else the member of that name; undefined when there is neither.
[[nodiscard]] Value item(Session& session, Value const& object, Value const& key);

/// `object[start:stop:step]`; a bound that is `none` is left open. Throws Failure for a value that cannot be sliced.
[[nodiscard]] Value slice(Session& session, Value const& object, Value const& start, Value const& stop,
                          Value const& step);

// Numbers as Python has them, but integers have 64 bits: beyond them everything here throws Failure.

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
