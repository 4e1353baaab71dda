#include "harness/mutants/literals.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

namespace conformance::literals {
namespace {

bool is_name_character(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

bool is_plain_prefix(std::string const& word) {
  return word == "u8" || (word.size() == 1 && std::string("uUL").find(word) != std::string::npos);
}

bool has_letter_or_digit(std::string const& text) {
  return std::any_of(text.begin(), text.end(), [](char character) {
    // A byte above 127 belongs to a letter of some language.
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || static_cast<unsigned char>(character) > 127;
  });
}

std::string utf8(std::uint32_t code) {
  auto const byte = [](std::uint32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000) return {byte(0xE0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3F)), byte(0x80 | (code & 0x3F))};
  return {byte(0xF0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3F)), byte(0x80 | ((code >> 6) & 0x3F)),
          byte(0x80 | (code & 0x3F))};
}

/// Reads one source from the front to the back.
class SourceReader {
 public:
  explicit SourceReader(SourceText const& source) : source_(source), text_(source.text) {}

  std::vector<StringLiteral> literals() {
    while (position_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool sees(std::string const& piece) const { return text_.compare(position_, piece.size(), piece) == 0; }

  void advance(std::size_t count) {
    std::size_t const end = std::min(position_ + count, text_.size());
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(position_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    position_ = end;
  }

  void advance_behind(std::string const& piece) {
    std::size_t const end = text_.find(piece, position_);
    advance(end == std::string::npos ? text_.size() : end - position_ + piece.size());
  }

  void step() {
    char const character = text_[position_];
    if (sees("//")) return skip_line();
    if (sees("/*")) {
      advance(2);
      return advance_behind("*/");
    }
    if (sees("\\\n")) return advance(2);
    if (character == '"') return read_literal();
    if (std::isspace(static_cast<unsigned char>(character)) != 0) return advance(1);
    if (is_name_character(character)) return read_word();
    joins_ = false;
    if (character == '\'') {
      advance(1);
      static_cast<void>(escaped_until('\''));
    } else if (character == '#') {
      skip_directive();
    } else {
      advance(1);
    }
  }

  void skip_line() {
    while (position_ < text_.size() && text_[position_] != '\n') advance(sees("\\\n") ? 2 : 1);
  }

  void skip_directive() {
    advance(1);
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) advance(1);
    if (sees("include")) skip_line();
  }

  // A name, a number with its digit separators, or the prefix of a literal.
  void read_word() {
    bool const number = std::isdigit(static_cast<unsigned char>(text_[position_])) != 0;
    std::size_t const start = position_;
    while (position_ < text_.size() && (is_name_character(text_[position_]) || (number && text_[position_] == '\''))) {
      advance(1);
    }
    static std::set<std::string> const raw_prefixes = {"R", "u8R", "uR", "UR", "LR"};
    std::string const word = text_.substr(start, position_ - start);
    if (sees("\"") && raw_prefixes.contains(word)) return read_raw_literal();
    if (!sees("\"") || !is_plain_prefix(word)) joins_ = false;
  }

  void read_literal() {
    int const line = line_;
    advance(1);
    std::string value = escaped_until('"');
    add(line, std::move(value));
  }

  void read_raw_literal() {
    int const line = line_;
    std::size_t const open = text_.find('(', position_);
    if (open == std::string::npos) return advance(text_.size());
    std::string const end = ")" + text_.substr(position_ + 1, open - position_ - 1) + "\"";
    std::size_t const close = std::min(text_.find(end, open + 1), text_.size());
    std::string value = text_.substr(open + 1, close - open - 1);
    advance(close + end.size() - position_);
    add(line, std::move(value));
  }

  void add(int line, std::string value) {
    if (joins_) {
      found_.back().value += value;
    } else {
      found_.push_back({source_.name, line, std::move(value)});
    }
    joins_ = true;
    // A suffix, as in "…"s, does not part a literal from the next one.
    while (position_ < text_.size() && is_name_character(text_[position_])) advance(1);
  }

  // The value of an ordinary literal; stands behind its closing quote afterwards.
  std::string escaped_until(char quote) {
    std::string value;
    while (position_ < text_.size() && text_[position_] != quote) {
      if (text_[position_] != '\\') {
        value += text_[position_];
        advance(1);
      } else {
        advance(1);
        value += escape();
      }
    }
    advance(1);
    return value;
  }

  std::string escape() {
    char const kind = position_ < text_.size() ? text_[position_] : '\\';
    advance(1);
    switch (kind) {
      case '\n':
        return "";
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      case 'f':
        return "\f";
      case 'v':
        return "\v";
      case 'a':
        return "\a";
      case 'b':
        return "\b";
      case 'u':
        return utf8(digits(4, 16));
      case 'U':
        return utf8(digits(8, 16));
      case 'x':
        return {static_cast<char>(static_cast<unsigned char>(digits(text_.size(), 16)))};
      default:
        break;
    }
    if (kind < '0' || kind > '7') return {kind};
    --position_;
    return {static_cast<char>(static_cast<unsigned char>(digits(3, 8)))};
  }

  std::uint32_t digits(std::size_t at_most, std::uint32_t base) {
    std::uint32_t value = 0;
    for (std::size_t count = 0; count < at_most && position_ < text_.size(); ++count) {
      std::size_t const digit =
          std::string("0123456789abcdef")
              .find(static_cast<char>(std::tolower(static_cast<unsigned char>(text_[position_]))));
      if (digit >= base) break;
      value = value * base + static_cast<std::uint32_t>(digit);
      advance(1);
    }
    return value;
  }

  SourceText const& source_;
  std::string const& text_;
  std::size_t position_ = 0;
  int line_ = 1;
  bool joins_ = false;
  std::vector<StringLiteral> found_;
};

}  // namespace
}  // namespace conformance::literals

namespace conformance {

std::vector<StringLiteral> string_literals(SourceText const& source) {
  return literals::SourceReader(source).literals();
}

std::vector<StringLiteral> borrowed_literals(std::vector<SourceText> const& sources,
                                             std::set<std::string> const& literals_of_vectors,
                                             std::set<std::string> const& vocabulary) {
  std::vector<StringLiteral> borrowed;
  for (SourceText const& source : sources) {
    for (StringLiteral& literal : string_literals(source)) {
      bool const foreign = literals::has_letter_or_digit(literal.value) && !vocabulary.contains(literal.value);
      if (foreign && literals_of_vectors.contains(literal.value)) borrowed.push_back(std::move(literal));
    }
  }
  return borrowed;
}

}  // namespace conformance
