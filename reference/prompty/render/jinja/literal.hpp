#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prompty::jinja {

struct NumberLength {
  std::size_t length;
  bool is_float;
};

enum class Fraction { allowed, forbidden };

/// How much of `text`, which begins with a digit, is one number.
[[nodiscard]] NumberLength number_length(std::string_view text, Fraction fraction);

/// The text that is meant by the inside of a literal: \n, \t, \x41, \u00e9, \101, \N{BULLET} and the like; an unknown
/// escape stays. Nothing when an escape stands for no character.
[[nodiscard]] std::optional<std::string> without_escapes(std::string_view text);

}  // namespace prompty::jinja
