#include "prompty/load/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace prompty::spelling {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

bool is_swapped(std::string_view one, std::string_view other, std::size_t row, std::size_t column) {
  return row > 1 && column > 1 && same(one[row - 1], other[column - 2]) && same(one[row - 2], other[column - 1]);
}

}  // namespace

std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before_last(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> current(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t row = 1; row <= one.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column <= other.size(); ++column) {
      std::size_t const changed = last[column - 1] + (same(one[row - 1], other[column - 1]) ? 0 : 1);
      current[column] = std::min({last[column] + 1, current[column - 1] + 1, changed});
      if (is_swapped(one, other, row, column)) current[column] = std::min(current[column], before_last[column - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[other.size()];
}

}  // namespace prompty::spelling
