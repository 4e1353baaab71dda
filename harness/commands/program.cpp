#include "harness/commands/program.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/commands/command.hpp"
#include "harness/commands/report_files.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/subject/child_process.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/values/spelling.hpp"

namespace {

constexpr int wrong_usage = 2;
constexpr int harness_error = 3;

std::string typed_command_line(int count, char** words) {
  std::string typed = "prompty-conformance";
  for (int index = 1; index < count; ++index) typed += " " + conformance::shell_quoted(words[index]);
  return typed;
}

/// Takes the command behind the dashes of `mutate NAME... -- COMMAND...` off the command line; CLI11 cannot tell two
/// lists of words apart.
std::vector<std::string> take_mutated_command(int& count, char** words) {
  if (count < 2 || words[1] != std::string_view("mutate")) return {};
  char** const end = words + count;
  char** const dashes = std::find(words, end, std::string_view("--"));
  if (dashes == end) return {};
  count = static_cast<int>(dashes - words);
  return {dashes + 1, end};
}

/// The first word, where no command has this name; "" where one has, or an option stands first.
std::string unknown_command(CLI::App const& app, std::vector<std::string> const& words) {
  if (words.empty() || words.front().starts_with('-')) return "";
  std::vector<CLI::App const*> const commands = app.get_subcommands([](CLI::App const*) { return true; });
  bool const is_there = std::any_of(commands.begin(), commands.end(),
                                    [&](CLI::App const* command) { return command->get_name() == words.front(); });
  return is_there ? "" : words.front();
}

/// What is wrong with the command line, in one sentence.
std::string problem_of(CLI::ParseError const& error, CLI::App const& app, std::vector<std::string> const& words) {
  std::string const unknown = unknown_command(app, words);
  if (unknown.empty()) return fmt::format("{}; see --help", error.what());
  std::vector<std::string> names;
  for (CLI::App const* const command : app.get_subcommands([](CLI::App const*) { return true; }))
    names.push_back(command->get_name());
  std::optional<std::string> const meant = mock_provider::spelling::meant(unknown, names);
  return fmt::format("there is no command '{}'{}; see --help", unknown,
                     meant ? fmt::format(": did you mean {}?", *meant) : "");
}

int complain(std::string const& what, int exit_code) {
  std::cerr << "prompty-conformance: " << conformance::printable_text(what) << "\n";
  return exit_code;
}

/// Parses the command line and runs the chosen command; returns the exit code.
int run_chosen_command(int count, char** words) {
  CLI::App app("Judges implementations of the Prompty runtime specification, clause by clause.", "prompty-conformance");
  app.set_version_flag("--version", conformance::suite_version());
  app.require_subcommand(1);
  app.footer("Example: prompty-conformance run --subject 'python3 my_adapter.py'");
  conformance::CommandLine line{.typed = typed_command_line(count, words),
                                .mutated_command = take_mutated_command(count, words)};
  conformance::add_run_command(app, line);
  conformance::add_list_command(app, line);
  conformance::add_explain_command(app, line);
  conformance::add_export_command(app, line);
  conformance::add_smoke_command(app, line);
  conformance::add_lint_command(app, line);
  conformance::add_format_command(app, line);
  conformance::add_mutants_command(app, line);
  conformance::add_mutate_command(app, line);
  conformance::add_habits_command(app, line);
  conformance::add_readings_command(app, line);
  conformance::add_trivial_command(app, line);
  conformance::add_merge_command(app, line);
  conformance::add_matrix_command(app, line);
  conformance::add_diff_command(app, line);
  conformance::add_differential_command(app, line);
  conformance::add_update_known_failures_command(app, line);
  conformance::add_reference_adapter_command(app, line);
  conformance::add_verdict_command(app, line);
  try {
    app.parse(count, words);
    return line.exit_code;
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::vector<std::string> const typed{words + 1, words + count};
    int const code = complain(problem_of(error, app, typed), wrong_usage);
    conformance::clear_reports_named_in(typed);
    return code;
  }
}

}  // namespace

namespace conformance {

int run_program(int count, char** words) {
  close_to_other_programs();
  try {
    return run_chosen_command(count, words);
  } catch (InputError const& error) {
    return complain(error.what(), wrong_usage);
  } catch (std::exception const& error) {
    return complain(error.what(), harness_error);
  }
}

}  // namespace conformance
