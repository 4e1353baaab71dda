#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "prompty/core/json.hpp"

namespace prompty {

/// Sums of what providers counted: `prompt_tokens`, `completion_tokens` and `total_tokens`, or `input_tokens` and
/// `output_tokens`, each under the name that the provider gave it (P3.3-01).
class Usage {
 public:
  /// Adds those counters of a provider's `usage` that are integers; others, and a value that is no object, count for
  /// nothing. A sum stops at the largest number of 64 bits.
  void add(Json const& counted);

  /// What was counted so far; an empty object when nothing was.
  [[nodiscard]] Json as_json() const;

 private:
  std::map<std::string, std::int64_t> sums_;
};

}  // namespace prompty
