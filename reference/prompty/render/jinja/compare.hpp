#pragma once

#include <cstddef>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

enum class Comparison { equal, not_equal, less, less_or_equal, greater, greater_or_equal };

/// Whether `value` counts as true. Throws UndefinedFailure for an undefined value under the strict rule.
[[nodiscard]] bool truth(Session& session, Value const& value);

/// Equality as Python has it: numbers by value, lists and mappings by their contents. Throws Failure beyond 500 levels.
[[nodiscard]] bool equal(Session& session, Value const& left, Value const& right);

/// Equality or identity, which is how Python compares what containers hold (nan is nan).
[[nodiscard]] bool same_or_equal(Session& session, Value const& left, Value const& right);

/// Whether both are one object.
[[nodiscard]] bool identical(Value const& left, Value const& right);

/// Throws Failure for values that have no order between them, such as a number and a text.
[[nodiscard]] bool compare(Session& session, Comparison comparison, Value const& left, Value const& right);

/// Whether `container` holds `value`: a part of a text, an element, a key. Throws Failure for what holds nothing.
[[nodiscard]] bool contains(Session& session, Value const& container, Value const& value);

/// Equal for equal values. Throws Failure for lists and mappings, which cannot be keys.
[[nodiscard]] std::size_t hash_of(Session& session, Value const& value);

}  // namespace prompty::jinja
