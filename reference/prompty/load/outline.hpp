#pragma once

#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// How a value came about: as the file has it, from a reference, or not at all since its reference failed.
enum class Standing { written, referenced, unresolved };

/// Where a value stands in a text, as a byte offset, and its elements or members, in their order.
struct Outline {
  std::size_t offset = 0;
  /// Where the key is, for a member of a mapping.
  std::size_t key_offset = 0;
  Standing standing = Standing::written;
  std::vector<Outline> parts = {};
};

namespace outline {

/// The outline of the property at `path`, such as "tools[0].a", or of what encloses it. `whole` is that of `value`.
[[nodiscard]] Outline const& nearest(Json const& value, Outline const& whole, std::string_view path);

/// An outline of `value` with every part at the place of `here`, for a value from another text.
[[nodiscard]] Outline all_at(Outline const& here, Json const& value);

}  // namespace outline
}  // namespace prompty
