#pragma once

#include <cstddef>
#include <string>

namespace prompty {

/// A place in a text, for people: lines and columns count from 1, columns in code points. Line 0 means that only the
/// file is known; an empty file that the text has no name.
struct Place {
  std::string file = {};
  std::size_t line = 0;
  std::size_t column = 0;

  bool operator==(Place const&) const = default;
};

}  // namespace prompty
