#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// How the value at some place came about: as the file has it, from a reference, or not at all since its reference
/// could not be resolved.
enum class Standing { written, referenced, unresolved };

/// Where a value and its parts stand in a text, as byte offsets. `parts` has one entry for each element of a list or
/// member of a mapping, in their order.
struct Outline {
  std::size_t offset = 0;
  /// Where the key is, for a member of a mapping.
  std::size_t key_offset = 0;
  Standing standing = Standing::written;
  std::vector<Outline> parts = {};
};

namespace outline {

/// The outline of the property at `path`, such as "tools[0].parameters.a"; of what encloses it when there is no such
/// property. `whole` must be the outline of `value`.
[[nodiscard]] Outline const& nearest(Json const& value, Outline const& whole, std::string_view path);

/// An outline of `value` with every part at the place of `here`, for what stands in another text.
[[nodiscard]] Outline all_at(Outline const& here, Json const& value);

}  // namespace outline
}  // namespace prompty
