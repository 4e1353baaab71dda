#pragma once

#include <string>

namespace conformance::mutants {

/// A file text cut at the places that §2.2 speaks of; joined in order the pieces are the text again.
/// Without an opening delimiter everything is `body`; without a closing one everything behind the opener is `inside`.
struct FileAnatomy {
  std::string lead;    ///< a byte order mark and blanks before the opening delimiter
  std::string opener;  ///< "---", "+++" or "" when the file does not open with one
  std::string inside;  ///< what lies between the delimiters, untrimmed
  std::string closer;  ///< "---", "+++" or "" when nothing closes the frontmatter
  std::string gap;     ///< the blanks that are dropped before the body
  std::string body;
  bool operator==(FileAnatomy const&) const = default;
};

/// The pieces of a file text, by a reading of §2.2 of the mutants' own, so that they need no inside of the reference.
[[nodiscard]] FileAnatomy anatomy_of(std::string const& text);

/// The position of the first "---" or "+++" at or behind `from`; npos when there is none.
[[nodiscard]] std::size_t find_delimiter(std::string const& text, std::size_t from);

/// The text without blanks at its beginning, or at its end.
[[nodiscard]] std::string without_leading_blanks(std::string const& text);
[[nodiscard]] std::string without_trailing_blanks(std::string const& text);

/// The text with every occurrence of `old_piece` (not empty) replaced, left to right.
[[nodiscard]] std::string with_all_replaced(std::string const& text, std::string const& old_piece,
                                            std::string const& new_piece);

}  // namespace conformance::mutants
