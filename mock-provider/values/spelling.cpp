#include "mock-provider/values/spelling.hpp"

#include <algorithm>
#include <numeric>

namespace mock_provider::spelling {

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      std::size_t const replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::optional<std::string> meant(std::string_view word, std::vector<std::string> const& known) {
  constexpr std::size_t most_letters = 64;
  constexpr std::size_t most_mistakes = 3;
  if (known.empty() || word.size() > most_letters) return std::nullopt;
  auto const mistakes_in = [&](std::string const& name) { return edit_distance(word, name); };
  std::string const& nearest = *std::min_element(
      known.begin(), known.end(),
      [&](std::string const& one, std::string const& other) { return mistakes_in(one) < mistakes_in(other); });
  std::size_t const mistakes = mistakes_in(nearest);
  // Two letters that are swapped are two mistakes, also in a word of three.
  bool const is_like_it = mistakes <= most_mistakes && 2 * mistakes <= std::max(word.size(), nearest.size()) + 1;
  return is_like_it ? std::optional(nearest) : std::nullopt;
}

}  // namespace mock_provider::spelling
