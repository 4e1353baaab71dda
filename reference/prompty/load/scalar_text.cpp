#include "prompty/load/scalar_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "prompty/core/utf8.hpp"

namespace prompty::yaml::scalar_text {
namespace {

/// Puts lines together: what is kept of the text so far, and how many line ends came behind it.
class Lines {
 public:
  void add(char c) {
    join();
    text_ += c;
  }

  /// What no line end takes away, though it may be a blank.
  void add_fixed(char32_t code_point) {
    join();
    utf8::append(text_, code_point);
    fixed_ = text_.size();
  }

  void end_line() {
    while (breaks_ == 0 && text_.size() > fixed_ && (text_.back() == ' ' || text_.back() == '\t')) text_.pop_back();
    ++breaks_;
  }

  /// Ends a line that goes on below without a blank.
  void end_line_escaped() {
    join();
    fixed_ = text_.size();
    breaks_ = 1;
    is_escaped_ = true;
  }

  [[nodiscard]] bool is_at_line_start() const { return breaks_ > 0; }

  [[nodiscard]] std::string take() {
    join();
    return std::move(text_);
  }

 private:
  void join() {
    if (breaks_ == 1 && !is_escaped_) text_ += ' ';
    if (breaks_ > 1) text_.append(breaks_ - 1, '\n');
    if (breaks_ > 0) fixed_ = text_.size();
    breaks_ = 0;
    is_escaped_ = false;
  }

  std::string text_;
  std::size_t fixed_ = 0;
  std::size_t breaks_ = 0;
  bool is_escaped_ = false;
};

std::uint32_t hexadecimal(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

char32_t short_escape(char letter) {
  constexpr std::string_view letters = "0abtnvfreNLP_";
  constexpr char32_t meanings[] = {0, 7, 8, 9, 10, 11, 12, 13, 27, 0x85, 0x2028, 0x2029, 0xA0};
  std::size_t const index = letters.find(letter);
  return index == std::string_view::npos ? static_cast<unsigned char>(letter) : meanings[index];
}

/// Reads the escape whose letter is at `at`, and returns where it ends.
std::size_t add_escape(Lines& lines, std::string_view written, std::size_t at) {
  std::size_t const digits = written[at] == 'x' ? 2 : written[at] == 'u' ? 4 : written[at] == 'U' ? 8 : 0;
  if (digits == 0) {
    lines.add_fixed(short_escape(written[at]));
    return at + 1;
  }
  std::uint32_t const value = hexadecimal(written.substr(at + 1, digits));
  std::size_t const end = std::min(at + 1 + digits, written.size());
  bool const is_pair = value >= 0xD800 && value < 0xDC00 && written.substr(end, 2) == "\\u";
  if (!is_pair) {
    lines.add_fixed(value);
    return end;
  }
  std::uint32_t const low = hexadecimal(written.substr(end + 2, 4));
  lines.add_fixed(0x10000 + ((value - 0xD800) << 10U) + (low - 0xDC00));
  return std::min(end + 6, written.size());
}

std::size_t behind_line_end(std::string_view written, std::size_t at) {
  return at + (written.substr(at, 2) == "\r\n" ? 2 : 1);
}

/// The text of a folded block, of which `literal` has the lines.
std::string folded(std::string_view literal) {
  std::size_t const body = literal.find_last_not_of('\n') + 1;
  std::string text;
  // Blanks at its start keep a line apart, as if it were code; empty lines count as line ends.
  bool is_first = true;
  bool was_apart = false;
  std::size_t breaks = 0;
  for (std::size_t at = 0; at < body; ++at, ++breaks) {
    std::size_t const end = std::min(literal.find('\n', at), body);
    std::string_view const line = literal.substr(at, end - at);
    at = end;
    if (line.empty()) continue;
    bool const is_apart = line.front() == ' ' || line.front() == '\t';
    bool const joins = !is_first && !was_apart && !is_apart;
    if (joins && breaks == 1) text += ' ';
    text.append(joins ? breaks - 1 : breaks, '\n');
    text += line;
    is_first = false;
    was_apart = is_apart;
    breaks = 0;
  }
  return text.append(literal.substr(body));
}

struct BlockHeader {
  bool is_folded = false;
  std::size_t more_indentation = 0;
  char chomping = ' ';
};

BlockHeader header_of(std::string_view text) {
  BlockHeader header{.is_folded = text.front() == '>'};
  for (char const c : text.substr(1, 2)) {
    if (c >= '1' && c <= '9') header.more_indentation = static_cast<std::size_t>(c - '0');
    if (c == '+' || c == '-') header.chomping = c;
  }
  return header;
}

std::size_t blanks_before(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// The lines of `text`, each with its line feed, if it has one.
std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
}

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// How far the first line of a block is indented that has more than blanks; further than any line when there is none.
std::size_t detected_indentation(std::string_view lines, std::size_t least) {
  for (; !lines.empty(); lines.remove_prefix(first_line(lines).size())) {
    std::string_view const line = without_line_end(first_line(lines));
    std::size_t const blanks = blanks_before(line);
    if (blanks < line.size()) return blanks < least ? std::string_view::npos : blanks;
  }
  return std::string_view::npos;
}

/// The lines of a block without their indentation, up to what stands further left.
std::string unindented(std::string_view lines, std::size_t indentation) {
  std::string text;
  for (; !lines.empty(); lines.remove_prefix(first_line(lines).size())) {
    std::string_view const line = without_line_end(first_line(lines));
    std::size_t const blanks = blanks_before(line);
    bool const is_marker = indentation == 0 && (line.starts_with("---") || line.starts_with("...")) &&
                           (line.size() == 3 || line[3] == ' ' || line[3] == '\t');
    if (is_marker || (blanks < indentation && blanks < line.size())) return text;
    text += line.substr(std::min(indentation, line.size()));
    // The end of the text ends a line as well.
    text += '\n';
  }
  return text;
}

std::string chomped(std::string text, char chomping) {
  if (chomping == '+') return text;
  std::size_t const end = text.find_last_not_of('\n') + 1;
  bool const keeps_one = chomping != '-' && end > 0 && end < text.size();
  text.resize(end + (keeps_one ? 1 : 0));
  return text;
}

}  // namespace

std::string of_block(std::string_view text, std::size_t least_indentation) {
  if (text.empty()) return "";
  BlockHeader const header = header_of(text);
  std::string_view const lines = text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
  std::size_t const around = least_indentation > 0 ? least_indentation - 1 : 0;
  std::size_t const indentation = header.more_indentation > 0
                                      ? around + header.more_indentation
                                      : std::max(detected_indentation(lines, least_indentation), least_indentation);
  std::string const literal = unindented(lines, indentation);
  return chomped(header.is_folded ? folded(literal) : literal, header.chomping);
}

std::string unquoted(std::string_view written, char quote) {
  bool const is_plain = quote != '"' && quote != '\'';
  bool const is_as_written = written.find('\n') == std::string_view::npos &&
                             (is_plain || written.find(quote == '"' ? '\\' : '\'') == std::string_view::npos);
  // Most have nothing to change.
  if (is_as_written) return std::string(written);
  Lines lines;
  for (std::size_t at = 0; at < written.size();) {
    char const c = written[at];
    if (c == '\n' || c == '\r') {
      lines.end_line();
      at = behind_line_end(written, at);
    } else if (lines.is_at_line_start() && (c == ' ' || c == '\t')) {
      ++at;
    } else if (c == '\\' && quote == '"' && at + 1 < written.size()) {
      bool const ends_line = written[at + 1] == '\n' || written[at + 1] == '\r';
      if (ends_line) lines.end_line_escaped();
      at = ends_line ? behind_line_end(written, at + 1) : add_escape(lines, written, at + 1);
    } else {
      lines.add(c);
      at += c == '\'' && quote == '\'' ? 2 : 1;
    }
  }
  return lines.take();
}

}  // namespace prompty::yaml::scalar_text
