#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace prompty::cli {

/// `text` (UTF-8) on one line that moves no cursor: a tab becomes four blanks, any other control character one.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` (UTF-8) without control characters but tabs and line ends, so that a terminal does nothing but show it.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// `printable_lines` of a text that comes in pieces, which may be cut within a character.
class PrintablePieces {
 public:
  [[nodiscard]] std::string next(std::string_view piece);

 private:
  bool holds_first_byte_ = false;
};

/// How many columns of a terminal `text` (UTF-8, printable) takes: two for a wide character, none for one that joins
/// the character before it.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The byte offset of the code point with this number (from 0) in `text` (UTF-8); its size when there are fewer.
[[nodiscard]] std::size_t offset_of_code_point(std::string_view text, std::size_t number);

}  // namespace prompty::cli
