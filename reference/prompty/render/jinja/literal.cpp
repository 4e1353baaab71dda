#include "prompty/render/jinja/literal.hpp"

#include <charconv>
#include <cstdint>

#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace literal {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_digit(char c, int base) {
  if (base == 16 && lower(c) >= 'a' && lower(c) <= 'f') return true;
  return c >= '0' && c <= '9' && c - '0' < base;
}

// Digits of one base from `at` on, with single underscores between them; the end of the last digit.
std::size_t digits_end(std::string_view text, std::size_t at, int base) {
  std::size_t end = at;
  while (at < text.size() && (is_digit(text[at], base) || text[at] == '_')) {
    if (text[at] == '_' && at > 0 && text[at - 1] == '_') break;
    ++at;
    if (text[at - 1] != '_') end = at;
  }
  return end;
}

std::size_t prefixed_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '0') return 0;
  char const letter = lower(text[1]);
  int const base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 0;
  if (base == 0) return 0;
  std::size_t const first = text[2] == '_' ? 3 : 2;
  if (first >= text.size() || !is_digit(text[first], base)) return 0;
  return digits_end(text, first, base);
}

std::size_t exponent_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || lower(text[at]) != 'e') return at;
  std::size_t digits = at + 1;
  if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
  if (digits >= text.size() || !is_digit(text[digits], 10)) return at;
  return digits_end(text, digits, 10);
}

// Without a fraction a leading zero stands alone: 012 are two numbers, which no place allows.
std::size_t integer_end(std::string_view text) {
  if (text[0] != '0') return digits_end(text, 0, 10);
  std::size_t end = 1;
  while (end < text.size() &&
         (text[end] == '0' || (text[end] == '_' && end + 1 < text.size() && text[end + 1] == '0'))) {
    ++end;
  }
  return end;
}

std::optional<char32_t> code_point(std::string_view digits, std::size_t expected, int base) {
  std::uint32_t value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  bool const is_whole = error == std::errc{} && end == digits.data() + digits.size() && digits.size() == expected;
  if (!is_whole || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return value;
}

char simple_escape(char letter) {
  constexpr std::string_view letters = "abfnrtv\\'\"";
  constexpr std::string_view meant = "\a\b\f\n\r\t\v\\'\"";
  std::size_t const at = letters.find(letter);
  return at == std::string_view::npos ? '\0' : meant[at];
}

std::size_t hexadecimal_digits(char letter) {
  return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

// \N{name}; `at` is behind the N.
std::optional<std::size_t> append_named(std::string& result, std::string_view text, std::size_t at) {
  std::size_t const end = text.find('}', at);
  if (text.substr(at, 1) != "{" || end == std::string_view::npos) return std::nullopt;
  std::optional<char32_t> const meant = unicode::character_named(text.substr(at + 1, end - at - 1));
  if (!meant) return std::nullopt;
  unicode::append(result, *meant);
  return end + 1;
}

// Appends what the escape at `at` (past the backslash) means and returns where it ends; nothing when it is wrong.
std::optional<std::size_t> append_escape(std::string& result, std::string_view text, std::size_t at) {
  char const letter = text[at];
  if (char const simple = simple_escape(letter)) {
    result += simple;
    return at + 1;
  }
  if (letter == '\n') return at + 1;
  if (std::size_t const count = hexadecimal_digits(letter)) {
    std::optional<char32_t> const meant = code_point(text.substr(at + 1, count), count, 16);
    if (!meant) return std::nullopt;
    unicode::append(result, *meant);
    return at + 1 + count;
  }
  if (is_digit(letter, 8)) {
    std::size_t count = 1;
    while (count < 3 && at + count < text.size() && is_digit(text[at + count], 8)) ++count;
    unicode::append(result, *code_point(text.substr(at, count), count, 8));
    return at + count;
  }
  if (letter == 'N') return append_named(result, text, at + 1);
  if (static_cast<unsigned char>(letter) >= 0x80) {
    // Jinja2 turns the character into an escape before it resolves escapes, and reads the two backslashes as one.
    result += unicode::escape_of(unicode::decode(text, at));
    return at + unicode::character_length(text, at);
  }
  result += '\\';
  result += letter;
  return at + 1;
}

}  // namespace
}  // namespace literal

NumberLength number_length(std::string_view text, Fraction fraction) {
  if (std::size_t const prefixed = literal::prefixed_length(text)) return {prefixed, false};
  if (fraction == Fraction::allowed) {
    std::size_t const whole = literal::digits_end(text, 0, 10);
    std::size_t end = whole;
    bool const has_fraction = whole + 1 < text.size() && text[whole] == '.' && literal::is_digit(text[whole + 1], 10);
    if (has_fraction) end = literal::digits_end(text, whole + 1, 10);
    end = literal::exponent_end(text, end);
    if (end != whole) return {end, true};
  }
  return {literal::integer_end(text), false};
}

std::optional<std::string> without_escapes(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      result += text[at++];
      continue;
    }
    std::optional<std::size_t> const end = literal::append_escape(result, text, at + 1);
    if (!end) return std::nullopt;
    at = *end;
  }
  return result;
}

}  // namespace prompty::jinja
