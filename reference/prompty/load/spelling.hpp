#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace prompty::spelling {

/// The fewest letters to insert, delete, change or swap with their neighbour that make one word of the other. Letters
/// are bytes, and their case does not matter.
[[nodiscard]] std::size_t distance(std::string_view one, std::string_view other);

/// The word among `known` (any range of string views) that `word` was probably meant to be: at most two mistakes away,
/// and less than half its length.
template <class Words>
[[nodiscard]] std::optional<std::string_view> meant(std::string_view word, Words const& known) {
  std::optional<std::string_view> best;
  std::size_t fewest = 3;
  for (std::string_view const candidate : known) {
    std::size_t const mistakes = distance(word, candidate);
    if (mistakes < fewest && 2 * mistakes < candidate.size()) {
      fewest = mistakes;
      best = candidate;
    }
  }
  return best;
}

}  // namespace prompty::spelling
