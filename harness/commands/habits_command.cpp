#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/carried/carried_values.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/selection.hpp"
#include "harness/habits/habit_matrix.hpp"
#include "harness/input_error.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/vectors/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct HabitsOptions {
  DataOptions data;
  std::vector<std::string> names;
  bool table = false;
};

std::vector<Habit> chosen_habits(std::vector<std::string> const& patterns) {
  std::vector<Habit> chosen = all_habits();
  if (patterns.empty()) return chosen;
  std::erase_if(chosen, [&](Habit const& habit) { return !matches_any(patterns, habit.name); });
  if (chosen.empty()) throw InputError(fmt::format("no habit has a name like '{}'", patterns.front()));
  return chosen;
}

/// The vectors as they stand, and behind them with hostile texts.
std::vector<Vector> vectors_of(Suite const& suite) {
  std::vector<Vector> vectors = suite.corpus.vectors;
  std::vector<Vector> const hostile = hostile_vectors(vectors, suite.carried);
  vectors.insert(vectors.end(), hostile.begin(), hostile.end());
  return vectors;
}

int measure(HabitsOptions const& options) {
  Suite const suite = read_suite(options.data.folders());
  std::vector<Habit> const habits = chosen_habits(options.names);
  std::vector<Vector> const vectors = vectors_of(suite);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  MutantJudge const judge(suite.registry, Profile::as_written, reference, mock);
  HabitMatrix const matrix = measure_habits(vectors, habits, judge);
  if (options.table) std::cout << habit_table(matrix, habits);
  std::size_t noticed = 0;
  for (auto const& [where, fate] : matrix) {
    if (fate.is_noticed())
      ++noticed;
    else
      std::cout << fmt::format("unnoticed  {:<20} {:<16} {:<60} e.g. {}\n", where.habit->name, where.operation,
                               where.place, fate.struck);
  }
  std::cout << fmt::format("{} of {} habits at places of answers are noticed by a vector\n", noticed, matrix.size());
  return 0;
}

}  // namespace

void add_habits_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<HabitsOptions>();
  CLI::App* const command = app.add_subcommand(
      "habits", "Give the reference habits of programmers and languages everywhere, and show which no vector notices");
  command->footer("Exit code: 0.\nExample: prompty-conformance habits trimmed --table");
  command->add_option("habits", options->names, "Only habits whose name fits one of these globs");
  command->add_flag("--table", options->table,
                    "Show by section and habit how many of the places that the habit strikes are noticed");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = measure(*options); });
}

}  // namespace conformance
