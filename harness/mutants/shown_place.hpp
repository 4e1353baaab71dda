#pragma once

#include <compare>
#include <set>
#include <string>

namespace conformance {

/// A place at which an answer departs from what a vector expects.
struct ShownPlace {
  std::string operation;
  std::string pointer;      ///< abstracted as in a `Signature`; "" for the whole answer
  bool is_carried = false;  ///< whether what is expected there came in with the input of the vector

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(ShownPlace const&) const = default;
};

/// All places at which a vector fails under a mutant; none when it passes.
using ShownPlaces = std::set<ShownPlace>;

}  // namespace conformance
