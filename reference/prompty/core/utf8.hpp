#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace prompty::utf8 {

/// The offset of the first byte that does not belong to well-formed UTF-8 (no overlong forms, no surrogates, at most
/// U+10FFFF); nothing when all of `text` is well formed.
[[nodiscard]] std::optional<std::size_t> first_invalid_byte(std::string_view text);

/// The number of code points in `text`; each stray continuation byte counts as none.
[[nodiscard]] std::size_t length(std::string_view text);

}  // namespace prompty::utf8
