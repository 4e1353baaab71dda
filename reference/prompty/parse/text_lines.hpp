#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace prompty::text_lines {

/// The blanks of a prompt: those of ASCII. A no-break space or another Unicode separator is text.
inline constexpr std::string_view blanks = " \t\r\f\v";

/// Whether `text` holds nothing but blanks and line ends.
[[nodiscard]] bool is_blank(std::string_view text);

/// `text` without the blank lines at its ends and without the line end (LF or CRLF) of its last line; indentation,
/// trailing blanks and everything inside stay (P2.10-14). Empty when all of it is blank.
[[nodiscard]] std::string_view without_outer_blank_lines(std::string_view text);

/// One line: its text without the LF, and the offset where it begins. A CR before the LF belongs to the text.
struct Line {
  std::string_view text;
  std::size_t begin = 0;
};

/// Goes through the lines of a text; only LF ends a line (P6.1-08). The text must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// The next line; nothing after the last. An empty text has one line.
  [[nodiscard]] std::optional<Line> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace prompty::text_lines
