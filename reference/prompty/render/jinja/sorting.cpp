#include "prompty/render/jinja/sorting.hpp"

#include <algorithm>
#include <numeric>

#include "prompty/render/jinja/compare.hpp"

namespace prompty::jinja {

// std::stable_sort may leave its range when the order is none (nan), so that the merging is done here.
void sort_by_keys(Session& session, Values& values, Values const& keys, Direction direction) {
  session.check_room(values.size() * (sizeof(Value) + 2 * sizeof(std::size_t)));
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool const ascending = direction == Direction::ascending;
  auto const goes_before = [&](std::size_t left, std::size_t right) {
    return ascending ? compare(session, Comparison::less, keys[left], keys[right])
                     : compare(session, Comparison::less, keys[right], keys[left]);
  };
  std::vector<std::size_t> merged(order.size());
  for (std::size_t width = 1; width < order.size(); width *= 2) {
    for (std::size_t start = 0; start < order.size(); start += 2 * width) {
      std::size_t const middle = std::min(start + width, order.size());
      std::size_t const end = std::min(start + 2 * width, order.size());
      std::size_t left = start;
      std::size_t right = middle;
      for (std::size_t at = start; at < end; ++at) {
        bool const take_right = left == middle || (right < end && goes_before(order[right], order[left]));
        merged[at] = take_right ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
  Values sorted;
  sorted.reserve(values.size());
  for (std::size_t const index : order) sorted.push_back(std::move(values[index]));
  values = std::move(sorted);
}

}  // namespace prompty::jinja
