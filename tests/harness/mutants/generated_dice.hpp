#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace conformance::generated {

using Json = nlohmann::ordered_json;

/// A request that no vector makes. For `load`, `path` among the params is one of the files; it is up to the caller to
/// lay them out and make it absolute. For `run`, `execute`, `converse` and `turn`, and for any input with a `provider`,
/// `${MOCK}` in the params stands for the address of a mock provider that plays `provider`, or answers with a text when
/// that is null.
struct Input {
  std::string operation;
  Json params;
  std::map<std::string, std::string> files = {};  ///< relative path to bytes
  Json provider = nullptr;                        ///< steps of a scenario
};

/// Chance with a seed; the same on every machine, which the distributions of the standard library do not promise.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}

  [[nodiscard]] std::size_t below(std::size_t bound) { return engine_() % bound; }
  [[nodiscard]] bool one_in(std::size_t chances) { return below(chances) == 0; }

  template <typename Item>
  [[nodiscard]] Item pick(std::vector<Item> const& items) {
    return items[below(items.size())];
  }

  /// Letters that make no sense, so that no vector has them.
  [[nodiscard]] std::string word() {
    std::string letters;
    for (std::size_t count = 5 + below(4); count > 0; --count) letters += static_cast<char>('a' + below(26));
    return letters;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace conformance::generated
