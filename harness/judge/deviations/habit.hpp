#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// To what a habit may do something: `plain` is what is neither a list nor an object, or is empty.
enum class HabitOf : std::uint8_t { texts, numbers, lists, objects, plain };

/// What programmers, their languages or their libraries do to values wherever they pass.
struct Habit {
  std::string name;                               ///< unique, kebab-case: "trimmed"
  std::string breaks;                             ///< one sentence
  std::function<Json(Json const& value)> change;  ///< the value itself where the habit does not strike
  HabitOf of = HabitOf::texts;                    ///< all other values stay; truth values count as numbers

  [[nodiscard]] bool concerns(Json const& value) const;
};

/// All that are known: of texts, of numbers, of lists and of objects.
[[nodiscard]] std::vector<Habit> const& all_habits();

/// The mistake of a subject that has the habit where `strike` puts it into an answer, {"value", "items"}. It breaks no
/// clause more than others: its clause is "". With no operations it is about all of them.
[[nodiscard]] Deviation struck_by(Habit const& habit, std::string id, std::set<std::string> operations,
                                  std::function<Json(Json const& answer)> strike);

/// Each habit as such a mistake, at every place of the answers.
[[nodiscard]] std::vector<Deviation> const& habits_everywhere();

}  // namespace conformance
