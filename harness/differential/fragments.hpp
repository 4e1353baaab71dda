#pragma once

#include <string>
#include <vector>

#include "harness/differential/dice.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance::differential {

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

}  // namespace conformance::differential
