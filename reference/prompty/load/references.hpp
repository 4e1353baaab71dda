#pragma once

#include <optional>
#include <string>

#include "prompty/core/json.hpp"

namespace prompty::references {

/// A string of a frontmatter that holds a reference, and the path of the property that it stands in.
struct Found {
  std::string property_path;
  std::string text;

  bool operator==(Found const&) const = default;
};

/// The first string value at any depth of `properties` that holds `${env:` or `${file:` (letter case does not matter);
/// keys do not count.
[[nodiscard]] std::optional<Found> find_first(Json const& properties);

}  // namespace prompty::references
