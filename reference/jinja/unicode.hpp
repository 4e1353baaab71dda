#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Texts as Python sees them: sequences of code points (UTF-8 here; a byte that belongs to none counts as one), with
/// the properties and full case mappings of Unicode 14; a character that a later version added has no properties.
namespace jinja::unicode {

/// Bytes of the character at `at`, which must be inside `text`.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t at);

/// The code point at `at`; U+FFFD for a byte that belongs to none.
[[nodiscard]] char32_t decode(std::string_view text, std::size_t at);
void append(std::string& text, char32_t code_point);
/// \xe9, \u20ac or \U0001f600: how Python writes the code point in a literal.
[[nodiscard]] std::string escape_of(char32_t code_point);

/// The offset of the last character of `text`, which must not be empty.
[[nodiscard]] std::size_t last_character(std::string_view text);

[[nodiscard]] bool is_ascii(std::string_view text);
[[nodiscard]] std::size_t length(std::string_view text);

/// The offset of the character with index `index`, or the end of the text.
[[nodiscard]] std::size_t offset_of(std::string_view text, std::size_t index);

/// The offset of the first character from `at` on that `wanted` accepts, or the end of the text.
template <class Wanted>
[[nodiscard]] std::size_t find_character(std::string_view text, std::size_t at, Wanted const& wanted) {
  while (at < text.size() && !wanted(decode(text, at))) at += character_length(text, at);
  return at;
}

enum class Property { alphabetic, decimal, digit, numeric, space, printable, lower, upper, cased, word, ignorable };

[[nodiscard]] bool has(Property property, char32_t code_point);

/// Whether `text` holds something and all of it has the property.
[[nodiscard]] bool all_have(Property property, std::string_view text);

[[nodiscard]] std::string upper(std::string_view text);
[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] std::string swap_case(std::string_view text);
/// For comparing without regard to case.
[[nodiscard]] std::string case_fold(std::string_view text);
/// The first character in title case, the rest in lower case.
[[nodiscard]] std::string capitalize(std::string_view text);
/// Each first letter of a run of letters in title case, the others in lower case.
[[nodiscard]] std::string title(std::string_view text);

/// Whether a name of a template (or of Python) may go on with the character, or is `text`.
[[nodiscard]] bool continues_identifier(char32_t code_point);
[[nodiscard]] bool is_identifier(std::string_view text);

/// The character with a name such as BULLET, or an alias such as NBSP; nothing when none has it.
[[nodiscard]] std::optional<char32_t> character_named(std::string_view name);

/// The value of a decimal digit of any script; -1 for others.
[[nodiscard]] int digit_value(char32_t code_point);

enum class Ends { left, right, both };

/// `text` without the characters of `characters` (without blanks when there are none) at the chosen ends.
[[nodiscard]] std::string_view strip(std::string_view text, Ends ends = Ends::both,
                                     std::optional<std::string_view> characters = std::nullopt);

}  // namespace jinja::unicode
