#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mock_provider::spelling {

/// How many letters have to be put in, taken out or changed to make the one word of the other.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

/// The first of the known words that are nearest to a misspelt one; nothing when that is like none of them.
[[nodiscard]] std::optional<std::string> meant(std::string_view word, std::vector<std::string> const& known);

}  // namespace mock_provider::spelling
