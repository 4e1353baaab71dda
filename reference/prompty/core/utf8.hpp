#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Text is UTF-8. Letters are those of ASCII, the only ones of what is compared without case, such as header names.
namespace prompty::utf8 {

/// The offset of the first byte outside well-formed UTF-8 (no overlong forms or surrogates, up to U+10FFFF), if any.
[[nodiscard]] std::optional<std::size_t> first_invalid_byte(std::string_view text);

/// Whether a code point goes on with this byte, so that a text must not be cut in front of it.
[[nodiscard]] constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The number of code points in `text`; each stray continuation byte counts as none.
[[nodiscard]] std::size_t length(std::string_view text);

/// The beginning of `text`, of at most `max_bytes`, not cut inside a code point.
[[nodiscard]] std::string_view beginning(std::string_view text, std::size_t max_bytes);

/// Appends a code point up to U+10FFFF that is no surrogate.
void append(std::string& text, char32_t code_point);

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// `text` without the byte order mark with which some editors begin a file.
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

/// `text` without the characters of `blanks` at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks);

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
  return is_letter(c) || is_digit(c);
}

[[nodiscard]] constexpr char lower_ascii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] std::string lower_ascii(std::string_view text);

/// Whether the texts differ in letter case at most.
[[nodiscard]] bool equal_ignoring_case(std::string_view left, std::string_view right);

/// Whether `text` begins with `prefix` in any letter case.
[[nodiscard]] bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);

/// `text` as one segment of the path of a URL: every byte but letters, digits and `-._~` as %XX.
[[nodiscard]] std::string percent_encoded(std::string_view text);

/// `text` with the byte that each %XX stands for; a `%` without two hexadecimal digits behind it stays.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace prompty::utf8
