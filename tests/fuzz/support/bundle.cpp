#include "fuzz/support/bundle.hpp"

#include <algorithm>
#include <cstddef>

namespace prompty_fuzz {

std::vector<Part> parts_of(std::string_view input) {
  constexpr std::string_view mark = "%% ";
  std::vector<Part> parts;
  while (!input.empty()) {
    std::size_t const length = std::min(input.find('\n'), input.size());
    std::string_view const line = input.substr(0, length);
    std::string_view const with_end = input.substr(0, std::min(length + 1, input.size()));
    input.remove_prefix(with_end.size());
    if (line.starts_with(mark)) {
      parts.push_back({.name = std::string(line.substr(mark.size())), .text = ""});
    } else if (!parts.empty()) {
      parts.back().text += with_end;
    }
  }
  return parts;
}

}  // namespace prompty_fuzz
