#pragma once

#include <string>
#include <vector>

#include "harness/judge/faults/mistake_search.hpp"
#include "harness/judge/faults/shown_items.hpp"

namespace conformance {

/// The clauses that these items of a fault speak against, as many as a fault may name: of those that their vectors cite
/// and of which a known mistake shows at just such a place (of all that they cite, where none does), the ones of which
/// most vectors are among them, and the narrowest ones.
[[nodiscard]] std::vector<std::string> likeliest_clauses(ShownItems const& items, Items const& of_fault,
                                                         OwnPlaces const& own_places);

}  // namespace conformance
