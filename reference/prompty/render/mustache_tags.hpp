#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "prompty/core/place.hpp"

namespace prompty::mustache {

/// What a Mustache template asks of its values.
struct Outline {
  /// The most text that a section of this name repeats, in bytes.
  std::map<std::string, std::size_t, std::less<>> section_sizes = {};
  /// Names that are printed and never used as a section.
  std::set<std::string, std::less<>> variables = {};
};

/// Goes through the tags of `source`. Throws ValueError with the place, as `locate` tells it for a line and column, for
/// tags that are not closed or do not match, for partials and changes of delimiters, which prompts do not have, for
/// more than 100 levels of sections, and for more than 512 KiB.
[[nodiscard]] Outline outline(std::string_view source, std::function<Place(std::size_t, std::size_t)> const& locate);

}  // namespace prompty::mustache
