#include "harness/habits/habit_reasons.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "harness/files/yaml_place.hpp"
#include "harness/matching/glob.hpp"

namespace conformance {
namespace habit_reasons {
namespace {

constexpr char const* page_name = "unnoticed-habits.yaml";

void require_known(std::vector<std::string> const& globs, YamlPlace const& place) {
  for (std::string const& glob : globs) {
    bool const is_known = std::any_of(all_habits().begin(), all_habits().end(),
                                      [&](Habit const& habit) { return matches_glob(glob, habit.name); });
    if (!is_known) place.refuse(fmt::format("there is no habit '{}'", glob));
  }
}

HabitReason reason_at(YamlPlace const& place) {
  HabitReason reason{.places = "", .habits = {}, .why = "", .at = fmt::format("{}:{}", place.page, place.line())};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "places") {
      reason.places = text_of(value);
    } else if (key == "habits") {
      reason.habits = texts_of(value);
      require_known(reason.habits, value);
    } else if (key == "why") {
      reason.why = text_of(value);
    } else {
      value.refuse(fmt::format("a reason has no '{}'; it has places, habits and why", key));
    }
  }
  if (reason.places.empty() || reason.why.empty()) place.refuse("a reason says which places it speaks of, and why");
  return reason;
}

bool speaks_of(HabitReason const& reason, StruckPlace const& where) {
  return matches_glob(reason.places, fmt::format("{} {}", where.operation, where.place)) &&
         (reason.habits.empty() || matches_any(reason.habits, where.habit->name));
}

}  // namespace
}  // namespace habit_reasons

std::vector<HabitReason> read_habit_reasons(FileTree const& spec) {
  std::vector<HabitReason> reasons;
  if (!spec.holds(habit_reasons::page_name)) return reasons;
  for (YamlPlace const& place : elements_of(read_yaml_page(spec, habit_reasons::page_name)))
    reasons.push_back(habit_reasons::reason_at(place));
  return reasons;
}

HabitReason const* reason_of(std::vector<HabitReason> const& reasons, StruckPlace const& where) {
  auto const found = std::find_if(reasons.begin(), reasons.end(),
                                  [&](HabitReason const& reason) { return habit_reasons::speaks_of(reason, where); });
  return found == reasons.end() ? nullptr : &*found;
}

std::vector<HabitReason const*> needless_reasons(std::vector<HabitReason> const& reasons, HabitMatrix const& matrix) {
  std::vector<HabitReason const*> needless;
  for (HabitReason const& reason : reasons) {
    bool const is_needed = std::any_of(matrix.begin(), matrix.end(), [&](auto const& entry) {
      return !entry.second.is_noticed() && reason_of(reasons, entry.first) == &reason;
    });
    if (!is_needed) needless.push_back(&reason);
  }
  return needless;
}

}  // namespace conformance
