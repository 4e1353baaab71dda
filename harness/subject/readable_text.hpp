#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace conformance {

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD, so that it can go into a JSON report.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

/// Valid UTF-8 as a terminal may show it: line feeds and tabs stay, every other control character, and the characters
/// that end a line or turn its direction, are spaces.
[[nodiscard]] std::string printable_text(std::string_view bytes);

/// The beginning of `bytes` for a one-line message: printable, line feeds and tabs as spaces, too, at most `max_bytes`
/// of the input, "…" where something was left out.
[[nodiscard]] std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes);

/// A name that somebody else chose, for tables and headings of reports, on terminals among them: one line of at most
/// 200 bytes.
[[nodiscard]] std::string shown_name(std::string_view name);

}  // namespace conformance
