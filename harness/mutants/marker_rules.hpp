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

/// Changes the lines of a text before it is parsed; `marker` says what the line is now. What is hidden in them is shown
/// in the answer again, and what `opener_for` opens has that role.
using ChangeLine = std::function<std::string(std::string const& line, std::optional<MarkerLine> const& marker)>;
[[nodiscard]] Rule changed_lines(ChangeLine change);

/// A line that opens a message of any role, also of one that has no marker.
[[nodiscard]] std::string opener_for(std::string const& role);

/// Takes the markers for text for which the predicate holds.
[[nodiscard]] Rule markers_unknown(std::function<bool(MarkerLine const& marker)> predicate);

/// Takes the lines for markers that fit the pattern and are none; its first group is the role, its second, if it has
/// one, text that goes to the message.
[[nodiscard]] Rule lines_opening(std::string const& pattern);

/// Changes the messages of one text part, knowing where their text comes from. Leaves alone what does not come out
/// stretch by stretch.
[[nodiscard]] Rule changed_contents(std::function<void(std::string& value, Block const& block)> change);

/// Answers the messages of the stretches of another text for `parse` and `prepare`.
[[nodiscard]] Rule changed_blocks(std::function<void(std::vector<Block>& blocks)> change);

}  // namespace conformance::mutants
