#include "prompty/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace prompty::utf8 {
namespace {

struct Lead {
  std::size_t length;         // bytes of the whole sequence, 0 for a byte that starts none
  unsigned char second_from;  // allowed range of the second byte
  unsigned char second_to;
};

Lead lead(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// The first place at or behind `at` within eight bytes of one that is not ASCII.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  std::uint64_t eight = 0;
  for (; text.size() - at >= sizeof eight; at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080U) != 0) return at;
  }
  return at;
}

}  // namespace

std::optional<std::size_t> first_invalid_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at = skip_ascii(text, at);
    if (at == text.size()) return std::nullopt;
    Lead const first = lead(static_cast<unsigned char>(text[at]));
    if (first.length == 0 || text.size() - at < first.length) return at;
    if (first.length > 1) {
      unsigned char const second = static_cast<unsigned char>(text[at + 1]);
      if (second < first.second_from || second > first.second_to) return at;
      std::string_view const rest = text.substr(at + 2, first.length - 2);
      if (!std::all_of(rest.begin(), rest.end(), is_continuation)) return at;
    }
    at += first.length;
  }
  return std::nullopt;
}

std::size_t length(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

void append(std::string& text, char32_t code_point) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
    return;
  }
  auto const bits = [&](unsigned shift) { return static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x800) {
    text += static_cast<char>(0xC0U | (code_point >> 6U));
  } else if (code_point < 0x10000) {
    text += static_cast<char>(0xE0U | (code_point >> 12U));
    text += bits(6);
  } else {
    text += static_cast<char>(0xF0U | (code_point >> 18U));
    text += bits(12);
    text += bits(6);
  }
  text += bits(0);
}

std::string_view beginning(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && is_continuation(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  std::size_t const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_ascii(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = lower_ascii(c);
  return lowered;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char one, char other) { return lower_ascii(one) == lower_ascii(other); });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view plain_signs = "-._~";
  std::string encoded;
  for (char const c : text) {
    bool const is_plain = is_letter_or_digit(c) || plain_signs.find(c) != std::string_view::npos;
    encoded += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string_view const digits = text.substr(at + 1, 2);
    std::uint8_t byte = 0;
    std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    bool const is_escape = text[at] == '%' && digits.size() == 2 && read.ptr == digits.data() + 2;
    decoded += is_escape ? static_cast<char>(byte) : text[at];
    if (is_escape) at += 2;
  }
  return decoded;
}

}  // namespace prompty::utf8
