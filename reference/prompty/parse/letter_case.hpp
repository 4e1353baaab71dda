#pragma once

#include <string_view>

namespace prompty::letter_case {

/// `c` in lower case when it is a letter of ASCII, otherwise `c`.
[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether two texts are the same but for the case of ASCII letters.
[[nodiscard]] constexpr bool same(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t at = 0; at < left.size(); ++at) {
    if (lower(left[at]) != lower(right[at])) return false;
  }
  return true;
}

}  // namespace prompty::letter_case
