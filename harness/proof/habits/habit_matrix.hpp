#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/clauses/edition.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/deviations/habit.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// A habit at one place of the answers of one operation, or of the requests that it sends.
struct StruckPlace {
  std::string operation;
  /// JSON pointer into an answer, or behind "/requests/chat" and the like into the body of a request to that API, with
  /// "*" for an index and "?" for a name that the input chose.
  std::string place;
  Habit const* habit = nullptr;

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(StruckPlace const&) const = default;
};

/// What became of it in the vectors of one section.
struct SectionFate {
  std::string struck;      ///< the first of them whose answer it changes
  std::string noticed_by;  ///< the first of them that fails, "" when none does

  [[nodiscard]] bool is_noticed() const { return !noticed_by.empty(); }
};

/// What became of it, by the sections of the clauses of the vectors whose answers it changes: "7.1.2".
struct HabitFate {
  std::map<std::string, SectionFate> sections;

  /// Whether a vector of any section fails.
  [[nodiscard]] bool is_noticed() const;
};

using HabitMatrix = std::map<StruckPlace, HabitFate>;

/// How long a habit at a place is tried. Vectors of different sections and providers have places of one name.
enum class TriedUntil : std::uint8_t { noticed_once, noticed_in_each_section };

/// Gives the reference each habit at each place of its answers to these vectors, and of the requests that they expect,
/// where it changes one, and judges it by the vectors, in their order, until it is noticed.
[[nodiscard]] HabitMatrix measure_habits(std::vector<Vector> const& vectors, std::vector<Habit> const& habits,
                                         ProtocolWords const& words, DeviationJudge const& judge, TriedUntil until);

/// "7.1.2" for P7.1.2-03, "M3.2" for M3.2-01.
[[nodiscard]] std::string section_of_clause(std::string const& clause);

/// Why no vector has to notice habits at some places.
struct HabitReason {
  std::string places;               ///< glob over operation and place: "turn /value/events/*"
  std::vector<std::string> habits;  ///< globs over names of habits; of every name when empty
  std::string why;
  EditionSpan editions = {};  ///< in which they go unnoticed
  std::string at;             ///< for messages: "spec/unnoticed-habits.yaml:7"
};

/// Those of spec/unnoticed-habits.yaml that hold in an edition; none without that page. Throws InputError for a page of
/// another form, and for a habit that there is not.
[[nodiscard]] std::vector<HabitReason> read_habit_reasons(FileTree const& spec, std::string_view edition);

/// The first reason that speaks of a habit at a place; null without one.
[[nodiscard]] HabitReason const* reason_of(std::vector<HabitReason> const& reasons, StruckPlace const& where);

/// Reasons that speak of nothing that goes unnoticed in a matrix of all habits.
[[nodiscard]] std::vector<HabitReason const*> needless_reasons(std::vector<HabitReason> const& reasons,
                                                               HabitMatrix const& matrix);

/// The names of habits that change no answer, in a matrix of all: what they do goes unseen in their family.
[[nodiscard]] std::vector<std::string> idle_habits(HabitMatrix const& matrix);

}  // namespace conformance
