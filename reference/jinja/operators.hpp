#pragma once

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

/// Whether `left relation right` holds. Throws Failure for values that have no order between them, such as a number and
/// a text, and where the right one holds nothing.
[[nodiscard]] bool compare(Session& session, Relation relation, Value const& left, Value const& right);

/// Whether `container` holds `value`: a part of a text, an element, a key. Throws Failure for what holds nothing.
[[nodiscard]] bool contains(Session& session, Value const& container, Value const& value);

/// Equal for equal values. Throws Failure for lists and mappings, which cannot be keys.
[[nodiscard]] std::size_t hash_of(Session& session, Value const& value);

enum class Direction { ascending, descending };

/// Sorts `values` by `keys`, which has as many; what is equal keeps its order. Throws Failure for keys without an
/// order.
void sort_by_keys(Session& session, Values& values, Values const& keys, Direction direction);

/// What `left operation right` is by Python's rules: numbers, joined and repeated texts and lists, `%` formatting.
/// Throws Failure for values that do not go together, division by zero, and integers beyond 64 bits.
[[nodiscard]] Value apply(Session& session, BinaryOperator operation, Value const& left, Value const& right);
[[nodiscard]] Value apply(Session& session, UnaryOperator operation, Value const& operand);

}  // namespace jinja
