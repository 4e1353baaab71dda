#pragma once

#include <ostream>

#include "prompty/core/outcome.hpp"
#include "prompty/core/stream.hpp"

namespace prompty::cli {

/// What is printed: what a person reads, or one JSON value a line.
enum class Printing { plain, json_lines };

/// The text with a line end, unless it has one.
void print_lines(std::string_view text, std::ostream& out);

/// Writes pieces of text, flushed, that make up lines, of which the last one may still be open.
class OpenLine {
 public:
  explicit OpenLine(std::ostream& out) : out_(out) {}

  /// `piece` is not empty.
  void add(std::string_view piece) {
    out_ << piece << std::flush;
    is_open_ = piece.back() != '\n';
  }

  void end() {
    if (is_open_) out_ << '\n' << std::flush;
    is_open_ = false;
  }

 private:
  std::ostream& out_;
  bool is_open_ = false;
};

/// Plain: text as it is, structured values and tool calls as indented JSON, an embedding or image a line. As JSON:
/// `{"type", "value"}` on one line.
void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out);

/// Prints the items as they come, flushing `out` behind each. Plain: pieces of text as they are, with a line end at the
/// last, then the tool calls as an indented list. As JSON: each item on a line, and the outcome on the last. Throws
/// what the stream throws, behind a line end when one is due.
void print_stream(ItemStream& items, Printing printing, std::ostream& out);

/// Writes the outcome into the file instead of `out`: an image as the bytes that its base64 stands for, further ones of
/// the same answer with -2, -3 and so on before the ending of the name; anything else as it would be printed. An image
/// that is only an address is printed to `out` after all. Each file is written as by `write_file`, none when an image
/// is neither, which is a ValueError. Throws RuntimeError when a file cannot be written.
void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out);

/// The bytes that a base64 text stands for, with or without a `data:` address around it. Throws ValueError for any
/// other text.
[[nodiscard]] std::string bytes_of_image(std::string_view value);

}  // namespace prompty::cli
