#pragma once

#include <string>
#include <vector>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// Values of an adapter's environment that are shown nowhere. In their place stands `****` and their last 4 characters,
/// `****` alone for a value of fewer than 12.
class Secrets {
 public:
  Secrets() = default;
  /// Empty values do not count.
  explicit Secrets(std::vector<std::string> const& values);

  [[nodiscard]] bool empty() const { return values_.empty(); }

  [[nodiscard]] std::string masked(std::string text) const;
  /// All strings of a value, keys of objects included.
  [[nodiscard]] Json masked_json(Json const& value) const;

 private:
  std::vector<std::string> values_;  ///< the longest first, since one may be a part of another
};

}  // namespace conformance
