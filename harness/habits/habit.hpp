#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// What programmers, their languages or their libraries do to values wherever they pass.
struct Habit {
  std::string name;                               ///< unique, kebab-case: "trimmed"
  std::string breaks;                             ///< one sentence
  std::function<Json(Json const& value)> change;  ///< the value itself where the habit does not strike
};

/// All that are known: of texts, of numbers, of lists and of objects.
[[nodiscard]] std::vector<Habit> const& all_habits();

}  // namespace conformance
