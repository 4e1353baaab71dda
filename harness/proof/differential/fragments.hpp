#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance::differential {

/// Chance with a seed. The same on every machine, which the distributions of the standard library do not promise.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// 0 to bound - 1; `bound` is at least 1.
  [[nodiscard]] std::size_t below(std::size_t bound) { return engine_() % bound; }
  [[nodiscard]] bool one_in(std::size_t chances) { return below(chances) == 0; }

  /// One of the items; there is at least one.
  template <typename Item>
  [[nodiscard]] Item const& pick(std::vector<Item> const& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// Names that inputs, properties, tools and members are given. They are few, so that names meet.
[[nodiscard]] std::vector<std::string> const& invented_names();

/// Words and short texts, among them what YAML may take for another type, what is not ASCII, and the empty text.
[[nodiscard]] std::string some_text(Dice& dice);

/// Any JSON value, at most `depth` containers deep.
[[nodiscard]] Json some_value(Dice& dice, int depth = 2);

/// A whole file: delimiters of frontmatter, blanks of every kind and text, joined at random.
[[nodiscard]] std::string file_text(Dice& dice);

/// A prompt: role markers and what looks like some, line ends of every kind, and text.
[[nodiscard]] std::string prompt_text(Dice& dice);

/// A prompt with expressions and blocks of a template engine, "jinja2" or "mustache".
[[nodiscard]] std::string template_text(Dice& dice, std::string const& engine);

/// The text with something small inserted, left out or doubled at one place.
[[nodiscard]] std::string broken_text(Dice& dice, std::string text);

/// The places of a UTF-8 text between its characters, beginning and end included.
[[nodiscard]] std::vector<std::size_t> places_between_characters(std::string const& text);

/// The value broken at one place below it: a member or element that is left out, doubled under an unknown name, null or
/// of another type. A value without members becomes another value.
[[nodiscard]] Json broken_value(Dice& dice, Json value);

}  // namespace conformance::differential
