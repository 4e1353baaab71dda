#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prompty::frontmatter {

/// The properties of a file. `text` has no blanks at its ends; `raw` is the same with them, and its first character is
/// at `line` and `column` of the file (both from 1), so that errors in it can be placed.
struct Block {
  std::string text;
  std::string raw;
  std::size_t line = 1;
  std::size_t column = 1;

  bool operator==(Block const&) const = default;
};

/// The two halves of a file; no `block` means that the file has no frontmatter. The body begins at `body_line` and
/// `body_column` of the file.
struct Halves {
  std::optional<Block> block = std::nullopt;
  std::string body;
  std::size_t body_line = 1;
  std::size_t body_column = 1;

  bool operator==(Halves const&) const = default;
};

/// Splits the content of a .prompty file (UTF-8) as the reference expression of §2.2 does when it is matched at the
/// start of the content (P2.2-01), in linear time. Blanks are space, tab and the line and page breaks of ASCII. A byte
/// order mark at the start is dropped and counts as no column. Throws ValueError when an opened block is never closed
/// (P2.2-11) or nothing follows its end (P2.2-20).
[[nodiscard]] Halves split(std::string_view content);

}  // namespace prompty::frontmatter
