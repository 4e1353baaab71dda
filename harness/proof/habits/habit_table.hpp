#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/proof/habits/habit_matrix.hpp"

namespace conformance {

/// Habits that come from one cause: "blanks" are trimmed at the ends, those of ASCII or all, or run together.
struct HabitFamily {
  std::string name;
  std::vector<std::string> habits;  ///< names
};

/// All families; each habit is in one of them.
[[nodiscard]] std::vector<HabitFamily> const& habit_families();

/// Of the places that a family strikes in the answers to the vectors of a section, how many there are, and at how many
/// of them a vector of that section fails.
struct HabitCell {
  int noticed = 0;
  int struck = 0;
};

/// By section and family. A family that strikes nowhere in a section has no cell.
using HabitTable = std::map<std::string, std::map<std::string, HabitCell>>;

[[nodiscard]] HabitTable habit_table(HabitMatrix const& matrix);

/// Why families strike nowhere in some sections: an entry of spec/unnoticed-habits.yaml with `sections`.
struct CellReason {
  std::vector<std::string> sections;  ///< globs
  std::vector<std::string> families;  ///< globs
  std::string why;
  std::string at;  ///< for messages: "spec/unnoticed-habits.yaml:7"
};

/// Those of spec/unnoticed-habits.yaml; none without that page. Throws InputError for an entry of another form, and for
/// a family that there is not.
[[nodiscard]] std::vector<CellReason> read_cell_reasons(FileTree const& spec);

/// The table for people: a row for each section, a column for each family, "noticed/struck" in each cell, and a letter
/// in each empty one, with the reasons behind these letters below. "?" stands where there is none.
[[nodiscard]] std::string text_of_habit_table(HabitTable const& table, std::vector<CellReason> const& reasons);

/// What is wrong with reasons: empty cells without one, and reasons for no empty cell. A line of text each.
[[nodiscard]] std::vector<std::string> findings_of_habit_table(HabitTable const& table,
                                                               std::vector<CellReason> const& reasons);

}  // namespace conformance
