#pragma once

#include <vector>

#include "harness/habits/habit.hpp"

namespace conformance {

/// Habits that strike texts.
[[nodiscard]] std::vector<Habit> text_habits();

}  // namespace conformance
