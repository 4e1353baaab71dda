#include "prompty/parse/text_lines.hpp"

namespace prompty::text_lines {
namespace {

constexpr std::string_view blanks_and_line_ends = " \t\r\f\v\n";

}  // namespace

bool is_blank(std::string_view text) {
  return text.find_first_not_of(blanks_and_line_ends) == std::string_view::npos;
}

std::string_view without_outer_blank_lines(std::string_view text) {
  // P2.10-13, P6.2-01: lines that hold blanks go with the empty ones.
  std::size_t const first = text.find_first_not_of(blanks_and_line_ends);
  if (first == std::string_view::npos) return "";
  // P6.2-02: back to the start of that line, whose indentation is text.
  std::size_t const break_before = text.substr(0, first).rfind('\n');
  std::size_t const begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  std::size_t end = text.find('\n', text.find_last_not_of(blanks_and_line_ends));
  if (end == std::string_view::npos) return text.substr(begin);
  // P6.2-05: this one belongs to the line end that goes; those further up stay.
  if (text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

std::optional<Line> Lines::next() {
  if (ended_) return std::nullopt;
  std::size_t const begin = at_;
  std::size_t const end = text_.find('\n', begin);
  ended_ = end == std::string_view::npos;
  at_ = end + 1;
  return Line{.text = text_.substr(begin, ended_ ? end : end - begin), .begin = begin};
}

}  // namespace prompty::text_lines
