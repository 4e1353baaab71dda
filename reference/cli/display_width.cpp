#include "cli/display_width.hpp"

#include <algorithm>
#include <array>

namespace prompty::cli {
namespace display {
namespace {

/// Code points from `first` to `last` take this many columns.
struct Range {
  char32_t first;
  char32_t last;
  std::size_t width;
};

// The blocks that a prompt is likely to hold; what is missing here counts one column.
constexpr std::array<Range, 16> ranges = {{{0x0300, 0x036F, 0},
                                           {0x1100, 0x115F, 2},
                                           {0x200B, 0x200F, 0},
                                           {0x20D0, 0x20FF, 0},
                                           {0x2E80, 0x303E, 2},
                                           {0x3041, 0xA4CF, 2},
                                           {0xAC00, 0xD7A3, 2},
                                           {0xF900, 0xFAFF, 2},
                                           {0xFE00, 0xFE0F, 0},
                                           {0xFE30, 0xFE6F, 2},
                                           {0xFEFF, 0xFEFF, 0},
                                           {0xFF00, 0xFF60, 2},
                                           {0xFFE0, 0xFFE6, 2},
                                           {0x1F300, 0x1F64F, 2},
                                           {0x1F680, 0x1FAFF, 2},
                                           {0x20000, 0x3FFFD, 2}}};

std::size_t width_of(char32_t code_point) {
  for (Range const& range : ranges) {
    if (code_point >= range.first && code_point <= range.last) return range.width;
  }
  return 1;
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

char32_t value_of_first_byte(unsigned char byte) {
  if (byte < 0x80U) return byte;
  if (byte < 0xE0U) return byte & 0x1FU;
  if (byte < 0xF0U) return byte & 0x0FU;
  return byte & 0x07U;
}

/// U+0080 to U+009F command terminals as well; all of them begin with this byte, and so do a few letters.
constexpr char first_byte_of_late_control = '\xC2';

bool begins_late_control(std::string_view text) {
  return text.size() > 1 && text[0] == first_byte_of_late_control && static_cast<unsigned char>(text[1]) < 0xA0U;
}

}  // namespace
}  // namespace display

std::string printable(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned char const byte = static_cast<unsigned char>(text[at]);
    if (text[at] == '\t') {
      line += "    ";
    } else if (display::begins_late_control(text.substr(at))) {
      line += ' ';
      ++at;
    } else {
      line += byte < 0x20 || byte == 0x7F ? ' ' : text[at];
    }
  }
  return line;
}

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (display::begins_late_control(text.substr(at))) {
      ++at;
      continue;
    }
    unsigned char const byte = static_cast<unsigned char>(text[at]);
    bool const is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    if (!is_control) lines += text[at];
  }
  return lines;
}

std::string PrintablePieces::next(std::string_view piece) {
  std::string text = holds_first_byte_ ? std::string(1, display::first_byte_of_late_control) : "";
  text += piece;
  holds_first_byte_ = text.ends_with(display::first_byte_of_late_control);
  if (holds_first_byte_) text.pop_back();
  return printable_lines(text);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code_point = display::value_of_first_byte(static_cast<unsigned char>(text[at]));
    for (++at; at < text.size() && display::continues(text[at]); ++at) {
      code_point = (code_point << 6U) | (static_cast<unsigned char>(text[at]) & 0x3FU);
    }
    width += display::width_of(code_point);
  }
  return width;
}

std::size_t offset_of_code_point(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 0 && at < text.size(); --number) {
    ++at;
    while (at < text.size() && display::continues(text[at])) ++at;
  }
  return at;
}

}  // namespace prompty::cli
