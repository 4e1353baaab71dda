#pragma once

#include <vector>

#include "harness/judge/faults/shown_items.hpp"

namespace conformance {

/// What no known mistake explains, the items that are `left`, in groups that may well have one reason: the same change
/// at the same place, or several that the same vectors show. A group is of one operation, of one interface of a
/// provider and of one group of clauses; errors in it are of one kind.
[[nodiscard]] std::vector<Items> unexplained_groups(ShownItems const& items, std::vector<bool> const& left);

}  // namespace conformance
