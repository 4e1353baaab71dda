#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// A line that opens a message, cut at the places that §2.10 and §6.1 speak of; joined in order, with the colon, the
/// pieces are the line. A reading of the mutants' own.
struct MarkerLine {
  std::string indent;
  std::string sign;     ///< "#" or ""
  std::string gap;      ///< the blanks behind the sign
  std::string role;     ///< as it is written
  std::string bracket;  ///< the attributes with their brackets, or ""
  std::string before_colon;
  std::string behind_colon;
  bool operator==(MarkerLine const&) const = default;
};
[[nodiscard]] std::optional<MarkerLine> marker_of(std::string const& line);
[[nodiscard]] std::string text_of(MarkerLine const& marker);

/// The attributes of a marker in order, values as they are written, with quotes if they have some.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> attributes_of(MarkerLine const& marker);

/// A stretch of text: what stands below a marker, or above the first one.
struct Block {
  std::optional<MarkerLine> marker;
  std::string content;  ///< untrimmed, with its line ends
};

/// The stretches of a text. The first is what stands above the first marker, if only the empty text.
[[nodiscard]] std::vector<Block> blocks_of(std::string const& text);

/// The text with each line replaced; lines come and go without their line feed.
[[nodiscard]] std::string with_each_line(std::string const& text,
                                         std::function<std::string(std::string const& line)> const& change);

}  // namespace conformance::mutants
