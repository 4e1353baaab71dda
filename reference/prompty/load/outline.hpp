#pragma once

#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// Where a value stands in a text, as a byte offset.
struct Spot {
  std::size_t offset = 0;
  /// Where the key is, for a member of a mapping.
  std::size_t key_offset = 0;
  /// How many spots are its own and those of all in it.
  std::size_t size = 1;
};

/// The spots of a value and of all in it: each has those of its elements or members behind it, in their order.
using Outline = std::vector<Spot>;

namespace outline {

struct Property {
  Json const& value;
  Spot const& spot;
};

/// The property at `path`, such as "tools[0].a", or what encloses it. `whole` is the outline of `value`, in which other
/// values may be in the place of scalars since; all in those has the spot of the scalar.
[[nodiscard]] Property nearest(Json const& value, Outline const& whole, std::string_view path);

}  // namespace outline
}  // namespace prompty
