#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

enum class Direction { ascending, descending };

/// Sorts `values` by `keys`, which has as many; what is equal keeps its order. Throws Failure for keys without an
/// order.
void sort_by_keys(Session& session, Values& values, Values const& keys, Direction direction);

}  // namespace prompty::jinja
