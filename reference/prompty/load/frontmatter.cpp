#include "prompty/load/frontmatter.hpp"

#include <algorithm>

#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"

namespace prompty::frontmatter {
namespace {

constexpr std::string_view blanks = " \t\n\r\f\v";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t delimiter_length = 3;

bool is_delimiter_at(std::string_view text, std::size_t at) {
  std::string_view const three = text.substr(at, delimiter_length);
  // P2.1-02, P2.1-03: either may open a block.
  return three == "---" || three == "+++";
}

std::size_t find_delimiter(std::string_view text, std::size_t from) {
  // P2.2-05, P2.2-13: whichever comes first closes, inside a line as well and whatever the opener was.
  return std::min(text.find("---", from), text.find("+++", from));
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(blanks);
  // P2.2-17: a block of blanks is an empty text, not a missing block.
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
  // P2.2-06: blank lines go, and with them the indentation of the first line of text.
  std::size_t const first = text.find_first_not_of(blanks, from);
  // P2.2-21: the expression gives back one blank so that its second group is not empty.
  return first == std::string_view::npos ? text.size() - 1 : first;
}

}  // namespace

Halves split(std::string_view content) {
  // P4.1-03: the byte order mark of an editor must not hide the block behind it.
  std::string_view const text =
      content.substr(0, byte_order_mark.size()) == byte_order_mark ? content.substr(byte_order_mark.size()) : content;

  // P2.2-12, P2.2-18: blanks before the opener are in neither half.
  std::size_t const opener = text.find_first_not_of(blanks);
  // P2.2-09: a block further down is never looked for.
  if (opener == std::string_view::npos || !is_delimiter_at(text, opener)) {
    // P2.1-06, P2.2-10, P2.2-16: the blanks stay in the body, and there is no block rather than an empty one.
    return {.block = std::nullopt, .body = std::string(text)};
  }

  std::size_t const start = opener + delimiter_length;
  // P2.2-04: a later delimiter leaves less text behind it, so if the first one does not fit, none does.
  // P2.2-02: nothing but a delimiter is looked for, so blank lines end no block.
  std::size_t const closer = find_delimiter(text, start);
  if (closer == std::string_view::npos) {
    throw errors::frontmatter_not_closed(text.substr(opener, delimiter_length), line_of(text, opener));
  }
  std::size_t const end = closer + delimiter_length;
  if (end == text.size()) throw errors::nothing_after_frontmatter(line_of(text, closer));

  // P2.2-03, P2.2-07: from here to the very end, with the blanks there.
  std::size_t const body = start_of_body(text, end);
  // P2.2-08, P2.2-15: the line ends next to the delimiters are in `raw` only.
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
