#pragma once

#include <cstddef>
#include <string>

#include "prompty/core/json.hpp"

namespace prompty {

/// A place in a text, for people: lines and columns count from 1, columns in code points. Line 0 means that only the
/// file is known; an empty file that the text has no name.
struct Place {
  std::string file = {};
  std::size_t line = 0;
  std::size_t column = 0;

  bool operator==(Place const&) const = default;
};

/// "file, line 3, column 7", or as much of it as is known.
[[nodiscard]] std::string describe_place(Place const& place);

/// A value in the words of an error message: its type and, where it is short, itself, such as `the string "hot"`,
/// `the number 3`, `a list of 2`, `a mapping`, `nothing` for null.
[[nodiscard]] std::string describe_json(Json const& value);

}  // namespace prompty
