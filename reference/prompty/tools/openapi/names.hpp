#pragma once

#include <set>
#include <string>
#include <string_view>

/// Names that all providers take for functions and their parameters: 1 to 64 letters, digits, `_` and `-`.
namespace prompty::openapi {

/// `text` with each run of other characters as one `_`, none at either end, and cut to 64; "unnamed" when nothing is
/// left.
[[nodiscard]] std::string valid_name(std::string_view text);

/// `valid_name(text)`, with `_2`, `_3`, … behind it when it is taken already; adds it to `taken`.
[[nodiscard]] std::string unique_name(std::string_view text, std::set<std::string>& taken);

}  // namespace prompty::openapi
