#include "prompty/load/frontmatter.hpp"

#include <algorithm>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty::frontmatter {
namespace {

constexpr std::string_view blanks = " \t\n\r\f\v";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t delimiter_length = 3;

bool is_delimiter_at(std::string_view text, std::size_t at) {
  std::string_view const three = text.substr(at, delimiter_length);
  return three == "---" || three == "+++";
}

std::size_t find_delimiter(std::string_view text, std::size_t from) {
  return std::min(text.find("---", from), text.find("+++", from));
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::size_t column_of(std::string_view text, std::size_t at) {
  std::size_t const line_break = text.substr(0, at).rfind('\n');
  std::size_t const line_start = line_break == std::string_view::npos ? 0 : line_break + 1;
  return 1 + utf8::length(text.substr(line_start, at - line_start));
}

std::size_t start_of_body(std::string_view text, std::size_t from) {
  std::size_t const first = text.find_first_not_of(blanks, from);
  // P2.2-21: the expression gives back one blank so that its second group is not empty.
  return first == std::string_view::npos ? text.size() - 1 : first;
}

}  // namespace

Halves split(std::string_view content) {
  std::string_view const text =
      content.substr(0, byte_order_mark.size()) == byte_order_mark ? content.substr(byte_order_mark.size()) : content;

  std::size_t const opener = text.find_first_not_of(blanks);
  // P2.2-09: a block further down is never looked for.
  if (opener == std::string_view::npos || !is_delimiter_at(text, opener)) {
    return {.block = std::nullopt, .body = std::string(text)};
  }

  std::size_t const start = opener + delimiter_length;
  // P2.2-04: a later delimiter leaves less text behind it, so if the first one does not fit, none does.
  std::size_t const closer = find_delimiter(text, start);
  if (closer == std::string_view::npos) {
    throw errors::frontmatter_not_closed(text.substr(opener, delimiter_length), line_of(text, opener));
  }
  std::size_t const end = closer + delimiter_length;
  if (end == text.size()) throw errors::nothing_after_frontmatter(line_of(text, closer));

  std::size_t const body = start_of_body(text, end);
  std::string_view const raw = text.substr(start, closer - start);
  return {.block = Block{.text = std::string(trimmed(raw)),
                         .raw = std::string(raw),
                         .line = line_of(text, start),
                         .column = column_of(text, start)},
          .body = std::string(text.substr(body)),
          .body_line = line_of(text, body),
          .body_column = column_of(text, body)};
}

}  // namespace prompty::frontmatter
