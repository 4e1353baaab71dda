#pragma once

#include <iosfwd>
#include <string_view>

#include "prompty/core/outcome.hpp"
#include "prompty/core/stream_item.hpp"

namespace prompty::cli {

/// What is printed: what a person reads, or one JSON value a line.
enum class Printing { plain, json_lines };

/// The text with a line end, unless it has one.
void print_lines(std::string_view text, std::ostream& out);

/// Plain: text as it is, structured values and tool calls as indented JSON, an embedding or image a line. As JSON:
/// `{"type", "value"}` on one line.
void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out);

/// Prints the items as they come, flushing `out` behind each. Plain: pieces of text as they are, with a line end at the
/// last, then the tool calls as an indented list. As JSON: each item on a line, and the outcome on the last. Throws
/// what the stream throws, behind a line end when one is due.
void print_stream(ItemStream& items, Printing printing, std::ostream& out);

}  // namespace prompty::cli
