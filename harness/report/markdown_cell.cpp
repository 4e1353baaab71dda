#include "harness/report/markdown_cell.hpp"

#include <string_view>

namespace conformance {

std::string markdown_cell(std::string const& text) {
  constexpr std::string_view markup = "\\|`<>[]*_";
  std::string cell;
  for (char const letter : text) {
    if (markup.find(letter) != std::string_view::npos) cell += '\\';
    cell += letter == '\n' ? ' ' : letter;
  }
  return cell;
}

}  // namespace conformance
