#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "harness/commands/command.hpp"
#include "harness/input_error.hpp"
#include "harness/report/run_info.hpp"
#include "harness/subject/keeper.hpp"
#include "harness/subject/readable_text.hpp"

namespace {

constexpr int wrong_usage = 2;
constexpr int harness_error = 3;

std::string typed_command_line(int count, char** words) {
  std::string typed = "prompty-conformance";
  for (int index = 1; index < count; ++index) typed += " " + conformance::shell_quoted(words[index]);
  return typed;
}

int complain(std::string const& what, int exit_code) {
  std::cerr << "prompty-conformance: " << conformance::printable_text(what) << "\n";
  return exit_code;
}

/// Parses the command line and runs the chosen command; returns the exit code.
int run_program(int count, char** words) {
  CLI::App app("Judges implementations of the Prompty runtime specification, clause by clause.", "prompty-conformance");
  app.set_version_flag("--version", conformance::suite_version());
  app.require_subcommand(1);
  app.footer("Example: prompty-conformance run --subject 'python3 my_adapter.py'");
  conformance::CommandLine line{.typed = typed_command_line(count, words)};
  conformance::add_run_command(app, line);
  conformance::add_list_command(app, line);
  conformance::add_explain_command(app, line);
  conformance::add_export_command(app, line);
  conformance::add_smoke_command(app, line);
  conformance::add_lint_command(app, line);
  conformance::add_format_command(app, line);
  conformance::add_mutants_command(app, line);
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
    return complain(fmt::format("{}; see --help", error.what()), wrong_usage);
  }
}

}  // namespace

int main(int count, char** words) {
  conformance::close_to_other_programs();
  try {
    return run_program(count, words);
  } catch (conformance::InputError const& error) {
    return complain(error.what(), wrong_usage);
  } catch (std::exception const& error) {
    return complain(error.what(), harness_error);
  }
}
