#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/judge/faults/shown_items.hpp"

namespace conformance {

/// Of the clauses that these vectors cite: those of which most vectors are among them, and the narrowest ones; as many
/// as a fault may name.
[[nodiscard]] std::vector<std::string> likeliest_clauses(ShownItems const& items, std::set<std::size_t> const& vectors);

}  // namespace conformance
