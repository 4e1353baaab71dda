#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace conformance {

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD, so that it can go into a JSON report.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

/// The beginning of `bytes` for a one-line message: valid UTF-8, control characters as spaces, at most `max_bytes` of
/// the input, "…" where something was left out.
[[nodiscard]] std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes);

}  // namespace conformance
