#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// Made by make_unicode_tables.py from the Unicode data of Python 3.11 (Unicode 14).
namespace prompty::jinja::unicode {

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

/// Every `step`th code point from `first` to `last` maps to itself plus `delta`.
struct CaseRange {
  std::uint32_t first;
  std::uint32_t last;
  std::int32_t step;
  std::int32_t delta;
};

/// A code point that maps to several.
struct SpecialCase {
  std::uint32_t code_point;
  std::string_view mapped;
};

/// A name that a character has beside its own.
struct CharacterAlias {
  std::string_view name;
  std::uint32_t code_point;
};

[[nodiscard]] std::span<CodeRange const> alphabetic_ranges();
[[nodiscard]] std::span<CodeRange const> printable_ranges();
[[nodiscard]] std::span<CodeRange const> decimal_ranges();
[[nodiscard]] std::span<CodeRange const> digit_ranges();
[[nodiscard]] std::span<CodeRange const> numeric_ranges();
[[nodiscard]] std::span<CodeRange const> space_ranges();
[[nodiscard]] std::span<CodeRange const> lower_ranges();
[[nodiscard]] std::span<CodeRange const> upper_ranges();
[[nodiscard]] std::span<CodeRange const> title_ranges();
[[nodiscard]] std::span<CodeRange const> ignorable_ranges();
[[nodiscard]] std::span<CaseRange const> upper_mappings();
[[nodiscard]] std::span<CaseRange const> lower_mappings();
[[nodiscard]] std::span<CaseRange const> title_mappings();
[[nodiscard]] std::span<SpecialCase const> upper_specials();
[[nodiscard]] std::span<SpecialCase const> lower_specials();
[[nodiscard]] std::span<SpecialCase const> title_specials();
[[nodiscard]] std::span<CaseRange const> fold_mappings();
[[nodiscard]] std::span<SpecialCase const> fold_specials();
/// In the order of the names.
[[nodiscard]] std::span<CharacterAlias const> character_aliases();

}  // namespace prompty::jinja::unicode
