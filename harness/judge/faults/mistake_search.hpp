#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/faults/shown_items.hpp"

namespace conformance {

/// A fault names no more clauses than this.
inline constexpr std::size_t most_clauses_of_fault = 3;

/// A fault with all that belongs to it.
struct Found {
  std::vector<std::string> clauses;    ///< none of a habit
  Deviation const* mistake = nullptr;  ///< nothing when no known one explains it
  Items items = {};
  bool is_sure = false;  ///< whether the mistake would change nothing that the subject does not show changed
  std::set<std::size_t> absorbed = {};  ///< those of them that the mistake does not make, but that lie beside it
};

/// Where mistakes of a clause would show, by failing vector and clause that it cites. Vectors and clauses of which no
/// mistake would show are left out.
using OwnPlaces = std::map<std::size_t, std::map<std::string, std::set<Signature>>>;

struct FoundMistakes {
  std::vector<Found> found;
  std::vector<bool> left;  ///< which items none of them explains
  OwnPlaces own_places;
};

/// Finds which known mistakes explain what is shown (README.md beside this file).
[[nodiscard]] FoundMistakes find_mistakes(ShownItems const& items, Mistakes const& known, ShownBy const& shown_by);

}  // namespace conformance
