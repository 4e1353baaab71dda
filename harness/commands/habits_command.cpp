#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/commands/generated_vectors.hpp"
#include "harness/commands/selection.hpp"
#include "harness/habits/habit_matrix.hpp"
#include "harness/habits/habit_reasons.hpp"
#include "harness/input_error.hpp"
#include "harness/matching/glob.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/vectors/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct HabitsOptions {
  DataOptions data;
  std::vector<std::string> names;
  bool table = false;
  bool all = false;
};

std::vector<Habit> chosen_habits(std::vector<std::string> const& patterns) {
  std::vector<Habit> chosen = all_habits();
  if (patterns.empty()) return chosen;
  std::erase_if(chosen, [&](Habit const& habit) { return !matches_any(patterns, habit.name); });
  if (chosen.empty()) throw InputError(fmt::format("no habit has a name like '{}'", patterns.front()));
  return chosen;
}

/// The vectors as they stand, and behind them those that are made of them.
std::vector<Vector> vectors_of(Suite const& suite) {
  std::vector<Vector> vectors = suite.corpus.vectors;
  std::vector<Vector> const generated = generated_vectors(suite);
  vectors.insert(vectors.end(), generated.begin(), generated.end());
  return vectors;
}

std::string line_of(char const* what, StruckPlace const& where, std::string const& behind) {
  return fmt::format("{}  {:<20} {:<16} {:<60} {}\n", what, where.habit->name, where.operation, where.place, behind);
}

/// Prints what is not as it should be, and with `all` what goes unnoticed for a reason. Returns the number of findings.
std::size_t print_findings(HabitMatrix const& matrix, std::vector<HabitReason> const& reasons,
                           HabitsOptions const& options) {
  std::size_t findings = 0;
  for (auto const& [where, fate] : matrix) {
    if (fate.is_noticed()) continue;
    HabitReason const* const reason = reason_of(reasons, where);
    if (reason == nullptr) {
      ++findings;
      std::cout << line_of("unnoticed", where, "e.g. " + fate.struck);
    } else if (options.all) {
      std::cout << line_of("explained", where, reason->at);
    }
  }
  // Of some habits alone it cannot be told what a reason is good for.
  if (!options.names.empty()) return findings;
  for (HabitReason const* const reason : needless_reasons(reasons, matrix)) {
    ++findings;
    std::cout << fmt::format("{}: nothing goes unnoticed for this reason: {}\n", reason->at, reason->places);
  }
  return findings;
}

int measure(HabitsOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  std::vector<HabitReason> const reasons = read_habit_reasons(folders.spec);
  std::vector<Habit> const habits = chosen_habits(options.names);
  std::vector<Vector> const vectors = vectors_of(suite);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  MutantJudge const judge(suite.registry, Profile::as_written, reference, mock);
  HabitMatrix const matrix = measure_habits(vectors, habits, ProtocolWords(suite.corpus), judge);
  if (options.table) std::cout << habit_table(matrix, habits);
  std::size_t const findings = print_findings(matrix, reasons, options);
  auto const noticed =
      std::count_if(matrix.begin(), matrix.end(), [](auto const& entry) { return entry.second.is_noticed(); });
  std::cout << fmt::format("{} of {} habits at places of answers are noticed by a vector, {} {}\n", noticed,
                           matrix.size(), findings, findings == 1 ? "finding" : "findings");
  return findings == 0 ? 0 : 1;
}

}  // namespace

void add_habits_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<HabitsOptions>();
  CLI::App* const command = app.add_subcommand(
      "habits", "Give the reference habits of programmers and languages everywhere, and show which no vector notices");
  command->footer(
      "Exit code: 0 when each goes noticed or has its reason in spec/unnoticed-habits.yaml; else 1.\n"
      "Example: prompty-conformance habits trimmed --table");
  command->add_option("habits", options->names, "Only habits whose name fits one of these globs");
  command->add_flag("--all", options->all, "Show those with a reason too, and where the reason stands");
  command->add_flag("--table", options->table,
                    "Show by section and habit how many of the places that the habit strikes are noticed");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = measure(*options); });
}

}  // namespace conformance
