#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "harness/files/data_folders.hpp"

namespace conformance {

/// What the commands share: the words of the command line, and the exit code that the chosen command leaves.
struct CommandLine {
  std::string typed;                              ///< the whole command line, quoted for a shell
  std::vector<std::string> mutated_command = {};  ///< the words behind the -- of `mutate`
  int exit_code = 0;
};

/// The two options that every command has which reads vectors or pages.
struct DataOptions {
  std::string vectors;
  std::string spec;

  /// Adds --vectors and --spec to a command. The options must outlive the parse.
  void add_to(CLI::App& command);
  /// What they name, and for what they do not, what comes with this program.
  [[nodiscard]] DataFolders folders() const;
};

// Each adds one command to the program; its options live as long as the program's CLI::App.
void add_run_command(CLI::App& app, CommandLine& line);
void add_list_command(CLI::App& app, CommandLine& line);
void add_export_command(CLI::App& app, CommandLine& line);
void add_explain_command(CLI::App& app, CommandLine& line);
void add_smoke_command(CLI::App& app, CommandLine& line);
void add_lint_command(CLI::App& app, CommandLine& line);
void add_format_command(CLI::App& app, CommandLine& line);
void add_mutants_command(CLI::App& app, CommandLine& line);
void add_mutate_command(CLI::App& app, CommandLine& line);
void add_habits_command(CLI::App& app, CommandLine& line);
void add_readings_command(CLI::App& app, CommandLine& line);
void add_trivial_command(CLI::App& app, CommandLine& line);
void add_merge_command(CLI::App& app, CommandLine& line);
void add_matrix_command(CLI::App& app, CommandLine& line);
void add_diff_command(CLI::App& app, CommandLine& line);
void add_differential_command(CLI::App& app, CommandLine& line);
void add_update_known_failures_command(CLI::App& app, CommandLine& line);
void add_reference_adapter_command(CLI::App& app, CommandLine& line);
void add_verdict_command(CLI::App& app, CommandLine& line);

}  // namespace conformance
