#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace conformance::differential {

/// Chance with a seed. The same on every machine, which the distributions of the standard library do not promise.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// 0 to bound - 1; `bound` is at least 1.
  [[nodiscard]] std::size_t below(std::size_t bound) { return engine_() % bound; }
  [[nodiscard]] bool one_in(std::size_t chances) { return below(chances) == 0; }

  /// One of the items; there is at least one.
  template <typename Item>
  [[nodiscard]] Item const& pick(std::vector<Item> const& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace conformance::differential
