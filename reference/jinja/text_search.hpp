#pragma once

#include <cstdint>

#include "jinja/session.hpp"
#include "jinja/unicode.hpp"

/// What Python's text methods do, on UTF-8; positions and widths count code points.
namespace jinja::text_search {

/// Where `part` begins first (last from the right) in `text`, in bytes, or npos. It takes time in proportion to the
/// texts together, whatever these hold, and takes steps for that.
[[nodiscard]] std::size_t find(Session& session, std::string_view text, std::string_view part, bool from_right = false);

/// `text` with `to` instead of `from` (if empty, between all characters), at most `most` times unless it is negative.
[[nodiscard]] std::string replaced(Session& session, std::string_view text, std::string_view from, std::string_view to,
                                   std::int64_t most);
[[nodiscard]] std::size_t count(Session& session, std::string_view text, std::string_view part);

/// Parts between all separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// Parts between runs of blanks, at most `most` splits, counted from the left or from the right.
[[nodiscard]] std::vector<std::string_view> split_at_blanks(std::string_view text, std::size_t most,
                                                            bool from_right = false);
/// Parts between separators, which must not be empty, likewise.
[[nodiscard]] std::vector<std::string_view> split(Session& session, std::string_view text, std::string_view separator,
                                                  std::size_t most, bool from_right);

enum class LineEnds { kept, dropped };
[[nodiscard]] std::vector<std::string_view> lines(std::string_view text, LineEnds ends);

/// At least as many as `lines` finds.
[[nodiscard]] std::size_t max_lines(std::string_view text);

/// Whether at least one character is cased, and none of another case than `wanted`.
[[nodiscard]] bool is_in_case(std::string_view text, unicode::Property wanted);

enum class Alignment { left, center, right };

/// `text` with `fill` around it up to `width` code points. Throws Failure when that does not fit into memory.
[[nodiscard]] std::string pad(Session& session, std::string_view text, std::int64_t width, Alignment alignment,
                              std::string_view fill);

/// Throws Failure when the text with all replacements would not fit into memory.
void check_replacement(Session& session, std::string_view text, std::string_view from, std::string_view to);

}  // namespace jinja::text_search
