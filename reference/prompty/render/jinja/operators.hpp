#pragma once

#include "prompty/render/jinja/ast.hpp"

namespace prompty::jinja {

/// What `left operation right` is by Python's rules: numbers, joined and repeated texts and lists, `%` formatting.
/// Throws Failure for values that do not go together, division by zero, and whole numbers beyond 64 bits.
[[nodiscard]] Value apply(Session& session, BinaryOperator operation, Value const& left, Value const& right);
[[nodiscard]] Value apply(Session& session, UnaryOperator operation, Value const& operand);

}  // namespace prompty::jinja
