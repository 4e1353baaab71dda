#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/judge/deviations/mutant.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// What programmers, their languages or their libraries do to values wherever they pass.
struct Habit {
  std::string name;                               ///< unique, kebab-case: "trimmed"
  std::string breaks;                             ///< one sentence
  std::function<Json(Json const& value)> change;  ///< the value itself where the habit does not strike
};

/// All that are known: of texts, of numbers, of lists and of objects.
[[nodiscard]] std::vector<Habit> const& all_habits();

/// Each habit as the mistake of a subject that has it at every place of its answers. Such a mistake breaks no clause
/// more than others: its clause is "".
[[nodiscard]] std::vector<Mutant> const& habit_mistakes();

}  // namespace conformance
