#include "prompty/render/jinja/unicode.hpp"

#include <fmt/core.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <charconv>

#include "prompty/render/jinja/unicode_tables.hpp"

namespace prompty::jinja::unicode {
namespace {

constexpr char32_t replacement = 0xFFFD;

std::size_t length_by_lead(unsigned char lead) {
  if (lead < 0xC2 || lead > 0xF4) return 1;
  if (lead < 0xE0) return 2;
  return lead < 0xF0 ? 3 : 4;
}

bool is_in(std::span<CodeRange const> ranges, char32_t code_point) {
  auto const after = std::upper_bound(ranges.begin(), ranges.end(), code_point,
                                      [](char32_t code, CodeRange const& range) { return code < range.first; });
  return after != ranges.begin() && code_point <= std::prev(after)->last;
}

std::optional<char32_t> mapped(std::span<CaseRange const> ranges, char32_t code_point) {
  auto const after = std::upper_bound(ranges.begin(), ranges.end(), code_point,
                                      [](char32_t code, CaseRange const& range) { return code < range.first; });
  if (after == ranges.begin()) return std::nullopt;
  CaseRange const& range = *std::prev(after);
  if (code_point > range.last || (code_point - range.first) % static_cast<std::uint32_t>(range.step) != 0) {
    return std::nullopt;
  }
  return static_cast<char32_t>(static_cast<std::int64_t>(code_point) + range.delta);
}

enum class Case { upper, lower, title, fold };

std::span<CaseRange const> mappings(Case to) {
  switch (to) {
    case Case::upper:
      return upper_mappings();
    case Case::lower:
      return lower_mappings();
    case Case::fold:
      return fold_mappings();
    case Case::title:
      break;
  }
  return title_mappings();
}

std::span<SpecialCase const> specials(Case to) {
  switch (to) {
    case Case::upper:
      return upper_specials();
    case Case::lower:
      return lower_specials();
    case Case::fold:
      return fold_specials();
    case Case::title:
      break;
  }
  return title_specials();
}

char ascii_in_case(char character, Case to) {
  bool const is_lower = character >= 'a' && character <= 'z';
  bool const is_upper = character >= 'A' && character <= 'Z';
  bool const to_lower = to == Case::lower || to == Case::fold;
  if (to_lower && is_upper) return static_cast<char>(character + 32);
  return !to_lower && is_lower ? static_cast<char>(character - 32) : character;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string ascii_in_case(std::string_view text, Case to) {
  std::string result(text);
  for (char& character : result) character = ascii_in_case(character, to);
  return result;
}

constexpr char32_t capital_sigma = 0x3A3;

// A sigma at the end of a word has a form of its own: a cased letter before it and none after, whatever is ignorable
// aside.
bool is_final_sigma(std::string_view text, std::size_t at) {
  std::size_t before = at;
  bool follows_letter = false;
  while (before > 0) {
    --before;
    while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
    char32_t const code_point = decode(text, before);
    if (has(Property::ignorable, code_point)) continue;
    follows_letter = has(Property::cased, code_point);
    break;
  }
  if (!follows_letter) return false;
  for (std::size_t after = at + character_length(text, at); after < text.size();
       after += character_length(text, after)) {
    char32_t const code_point = decode(text, after);
    if (!has(Property::ignorable, code_point)) return !has(Property::cased, code_point);
  }
  return true;
}

void append_in_case(std::string& result, std::string_view text, std::size_t at, std::size_t size, Case to) {
  if (size == 1) {
    result += ascii_in_case(text[at], to);
    return;
  }
  char32_t const code_point = decode(text, at);
  if (to == Case::lower && code_point == capital_sigma && is_final_sigma(text, at)) {
    append(result, 0x3C2);
    return;
  }
  if (std::optional<char32_t> const single = mapped(mappings(to), code_point)) {
    append(result, *single);
    return;
  }
  std::span<SpecialCase const> const table = specials(to);
  auto const special = std::find_if(table.begin(), table.end(), [code_point](SpecialCase const& candidate) {
    return candidate.code_point == code_point;
  });
  result += special == table.end() ? text.substr(at, size) : special->mapped;
}

// `to_case` says the case of each character, given where it is and what it is.
template <class ToCase>
std::string in_case(std::string_view text, ToCase to_case) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const size = character_length(text, at);
    append_in_case(result, text, at, size, to_case(at));
    at += size;
  }
  return result;
}

// VS1 to VS16 and VS17 to VS256 lie in two blocks.
std::optional<char32_t> variation_selector(std::string_view name) {
  if (!name.starts_with("VS") || name.size() < 3 || name[2] == '0') return std::nullopt;
  std::uint32_t number = 0;
  auto const [end, error] = std::from_chars(name.data() + 2, name.data() + name.size(), number);
  bool const is_number = error == std::errc{} && end == name.data() + name.size();
  if (!is_number || number > 256) return std::nullopt;
  return number <= 16 ? 0xFE00 + number - 1 : 0xE0100 + number - 17;
}

}  // namespace

std::size_t character_length(std::string_view text, std::size_t at) {
  std::size_t const expected = length_by_lead(static_cast<unsigned char>(text[at]));
  for (std::size_t ahead = 1; ahead < expected; ++ahead) {
    if (at + ahead >= text.size() || (static_cast<unsigned char>(text[at + ahead]) & 0xC0U) != 0x80U) return 1;
  }
  return expected;
}

char32_t decode(std::string_view text, std::size_t at) {
  unsigned char const lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return lead;
  std::size_t const size = character_length(text, at);
  if (size == 1) return replacement;
  char32_t code_point = lead & (0xFFU >> (size + 1));
  for (std::size_t ahead = 1; ahead < size; ++ahead) {
    code_point = (code_point << 6U) | (static_cast<unsigned char>(text[at + ahead]) & 0x3FU);
  }
  return code_point;
}

void append(std::string& text, char32_t code_point) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
    return;
  }
  if (code_point < 0x800) {
    text += static_cast<char>(0xC0U | (code_point >> 6U));
  } else if (code_point < 0x10000) {
    text += static_cast<char>(0xE0U | (code_point >> 12U));
    text += static_cast<char>(0x80U | ((code_point >> 6U) & 0x3FU));
  } else {
    text += static_cast<char>(0xF0U | (code_point >> 18U));
    text += static_cast<char>(0x80U | ((code_point >> 12U) & 0x3FU));
    text += static_cast<char>(0x80U | ((code_point >> 6U) & 0x3FU));
  }
  text += static_cast<char>(0x80U | (code_point & 0x3FU));
}

std::string escape_of(char32_t code_point) {
  std::uint32_t const number = code_point;
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  return number < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

std::size_t length(std::string_view text) {
  if (is_ascii(text)) return text.size();
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += character_length(text, at);
  return count;
}

std::size_t offset_of(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += character_length(text, at);
  return at;
}

bool has(Property property, char32_t code_point) {
  if (property == Property::space && code_point < 0x80) {
    return code_point == ' ' || (code_point >= 0x09 && code_point <= 0x0D) ||
           (code_point >= 0x1C && code_point <= 0x1F);
  }
  switch (property) {
    case Property::alphabetic:
      return is_in(alphabetic_ranges(), code_point);
    case Property::decimal:
      return is_in(decimal_ranges(), code_point);
    case Property::digit:
      return is_in(digit_ranges(), code_point);
    case Property::numeric:
      return is_in(numeric_ranges(), code_point);
    case Property::space:
      return is_in(space_ranges(), code_point);
    case Property::printable:
      return is_in(printable_ranges(), code_point);
    case Property::lower:
      return is_in(lower_ranges(), code_point);
    case Property::upper:
      return is_in(upper_ranges(), code_point);
    case Property::cased:
      return is_in(lower_ranges(), code_point) || is_in(upper_ranges(), code_point) ||
             is_in(title_ranges(), code_point);
    case Property::word:
      return code_point == '_' || is_in(alphabetic_ranges(), code_point) || is_in(numeric_ranges(), code_point);
    case Property::ignorable:
      break;
  }
  return is_in(ignorable_ranges(), code_point);
}

bool all_have(Property property, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at += character_length(text, at)) {
    if (!has(property, decode(text, at))) return false;
  }
  return !text.empty();
}

std::string upper(std::string_view text) {
  if (is_ascii(text)) return ascii_in_case(text, Case::upper);
  return in_case(text, [](std::size_t) { return Case::upper; });
}

std::string lower(std::string_view text) {
  if (is_ascii(text)) return ascii_in_case(text, Case::lower);
  return in_case(text, [](std::size_t) { return Case::lower; });
}

std::string case_fold(std::string_view text) {
  if (is_ascii(text)) return ascii_in_case(text, Case::fold);
  return in_case(text, [](std::size_t) { return Case::fold; });
}

std::string swap_case(std::string_view text) {
  return in_case(text,
                 [&](std::size_t at) { return has(Property::upper, decode(text, at)) ? Case::lower : Case::upper; });
}

std::string capitalize(std::string_view text) {
  return in_case(text, [](std::size_t at) { return at == 0 ? Case::title : Case::lower; });
}

std::string title(std::string_view text) {
  bool inside_word = false;
  return in_case(text, [&](std::size_t at) {
    Case const to = inside_word ? Case::lower : Case::title;
    inside_word = has(Property::cased, decode(text, at));
    return to;
  });
}

bool begins_identifier(char32_t code_point) {
  return code_point == '_' || u_hasBinaryProperty(static_cast<UChar32>(code_point), UCHAR_XID_START) != 0;
}

bool continues_identifier(char32_t code_point) {
  return u_hasBinaryProperty(static_cast<UChar32>(code_point), UCHAR_XID_CONTINUE) != 0;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || !begins_identifier(decode(text, 0))) return false;
  for (std::size_t at = 0; at < text.size(); at += character_length(text, at)) {
    if (!continues_identifier(decode(text, at))) return false;
  }
  return true;
}

// ICU knows the names proper, but no abbreviations and none of control characters.
std::optional<char32_t> character_named(std::string_view name) {
  constexpr std::size_t longest = 128;
  if (name.size() > longest || !is_ascii(name)) return std::nullopt;
  std::string const wanted = ascii_in_case(name, Case::upper);
  std::span<CharacterAlias const> const aliases = character_aliases();
  auto const alias = std::lower_bound(aliases.begin(), aliases.end(), wanted,
                                      [](CharacterAlias const& one, std::string const& key) { return one.name < key; });
  if (alias != aliases.end() && alias->name == wanted) return alias->code_point;
  if (std::optional<char32_t> const selector = variation_selector(wanted)) return selector;
  UErrorCode status = U_ZERO_ERROR;
  UChar32 const found = u_charFromName(U_UNICODE_CHAR_NAME, wanted.c_str(), &status);
  return U_SUCCESS(status) ? std::optional<char32_t>(found) : std::nullopt;
}

int digit_value(char32_t code_point) {
  if (code_point >= '0' && code_point <= '9') return static_cast<int>(code_point - '0');
  if (code_point < 0x80 || !has(Property::decimal, code_point)) return -1;
  // Decimal digits come in runs of ten; the tables begin each block with a zero.
  std::span<CodeRange const> const ranges = decimal_ranges();
  auto const after = std::upper_bound(ranges.begin(), ranges.end(), code_point,
                                      [](char32_t code, CodeRange const& range) { return code < range.first; });
  return static_cast<int>((code_point - std::prev(after)->first) % 10);
}

std::string_view strip_left(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && has(Property::space, decode(text, at))) at += character_length(text, at);
  return text.substr(at);
}

std::string_view strip_right(std::string_view text) {
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && text.size() - last < 4 && (static_cast<unsigned char>(text[last]) & 0xC0U) == 0x80U) --last;
    if (!has(Property::space, decode(text, last))) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

std::string_view strip(std::string_view text) {
  return strip_right(strip_left(text));
}

}  // namespace prompty::jinja::unicode
