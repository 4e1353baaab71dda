#include "harness/mutants/file_anatomy.hpp"

#include <algorithm>
#include <string_view>

namespace conformance::mutants::file_anatomy {
namespace {

constexpr char blanks[] = " \t\n\r\f\v";
constexpr std::size_t delimiter_length = 3;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_delimiter_at(std::string const& text, std::size_t position) {
  return text.compare(position, delimiter_length, "---") == 0 || text.compare(position, delimiter_length, "+++") == 0;
}

}  // namespace
}  // namespace conformance::mutants::file_anatomy

namespace conformance::mutants {

std::size_t find_delimiter(std::string const& text, std::size_t from) {
  return std::min(text.find("---", from), text.find("+++", from));
}

std::string without_leading_blanks(std::string const& text) {
  std::size_t const first = text.find_first_not_of(file_anatomy::blanks);
  return first == std::string::npos ? "" : text.substr(first);
}

std::string without_trailing_blanks(std::string const& text) {
  return text.substr(0, text.find_last_not_of(file_anatomy::blanks) + 1);
}

std::string with_all_replaced(std::string const& text, std::string const& old_piece, std::string const& new_piece) {
  std::string result;
  std::size_t position = 0;
  for (std::size_t found = text.find(old_piece); found != std::string::npos; found = text.find(old_piece, position)) {
    result += text.substr(position, found - position) + new_piece;
    position = found + old_piece.size();
  }
  return result + text.substr(position);
}

FileAnatomy anatomy_of(std::string const& text) {
  std::size_t const mark = text.rfind(file_anatomy::byte_order_mark, 0) == 0 ? file_anatomy::byte_order_mark.size() : 0;
  std::size_t const opening = text.find_first_not_of(file_anatomy::blanks, mark);
  if (opening == std::string::npos || !file_anatomy::is_delimiter_at(text, opening)) {
    return {.lead = "", .opener = "", .inside = "", .closer = "", .gap = "", .body = text};
  }
  FileAnatomy file{.lead = text.substr(0, opening),
                   .opener = text.substr(opening, file_anatomy::delimiter_length),
                   .inside = "",
                   .closer = "",
                   .gap = "",
                   .body = ""};
  std::size_t const inside = opening + file_anatomy::delimiter_length;
  std::size_t const closing = find_delimiter(text, inside);
  // P2.2-20: a delimiter that ends the file closes nothing.
  if (closing == std::string::npos || closing + file_anatomy::delimiter_length >= text.size()) {
    file.inside = text.substr(inside);
    return file;
  }
  file.inside = text.substr(inside, closing - inside);
  file.closer = text.substr(closing, file_anatomy::delimiter_length);
  std::size_t const behind = closing + file_anatomy::delimiter_length;
  // P2.2-21: of nothing but blanks the last one is the body.
  std::size_t const body = std::min(text.find_first_not_of(file_anatomy::blanks, behind), text.size() - 1);
  file.gap = text.substr(behind, body - behind);
  file.body = text.substr(body);
  return file;
}

}  // namespace conformance::mutants
