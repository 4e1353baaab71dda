#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace prompty_fuzz {

/// One of the texts in an input that holds several.
struct Part {
  std::string name;
  std::string text;
};

/// The texts of an input, each behind a line "%% name", so that people can write and read it. None when no line begins
/// so; what stands before the first is in none.
[[nodiscard]] std::vector<Part> parts_of(std::string_view input);

}  // namespace prompty_fuzz
