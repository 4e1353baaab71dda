#pragma once

#include <string>
#include <vector>

#include "harness/files/file_tree.hpp"
#include "harness/habits/habit_matrix.hpp"

namespace conformance {

/// Why no vector has to notice habits at some places.
struct HabitReason {
  std::string places;               ///< glob over operation and place: "turn /value/events/*"
  std::vector<std::string> habits;  ///< globs over names of habits; of every name when empty
  std::string why;
  std::string at;  ///< for messages: "spec/unnoticed-habits.yaml:7"
};

/// Those of spec/unnoticed-habits.yaml; none without that page. Throws InputError for a page of another form, and for a
/// habit that there is not.
[[nodiscard]] std::vector<HabitReason> read_habit_reasons(FileTree const& spec);

/// The first reason that speaks of a habit at a place; null without one.
[[nodiscard]] HabitReason const* reason_of(std::vector<HabitReason> const& reasons, StruckPlace const& where);

/// Reasons that speak of nothing that goes unnoticed in a matrix of all habits.
[[nodiscard]] std::vector<HabitReason const*> needless_reasons(std::vector<HabitReason> const& reasons,
                                                               HabitMatrix const& matrix);

}  // namespace conformance
