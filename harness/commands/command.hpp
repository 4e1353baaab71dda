#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/vectors/corpus.hpp"

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

/// Which vectors a command takes.
struct Selection {
  std::vector<std::string> filters;  ///< globs over full ids, `*` also over "/"; empty means all
  std::vector<std::string> clauses;  ///< clause ids; empty means all
};

/// The vectors that some filter and some clause select. Throws InputError for a clause that is on no page, and for a
/// filter or a clause that selects nothing: a run that would judge less than was requested never passes.
[[nodiscard]] std::vector<Vector const*> selected_vectors(Selection const& selection, Corpus const& corpus,
                                                          ClauseRegistry const& registry);

/// The classes that `--require` names. Throws InputError, which lists all classes, for an unknown one.
[[nodiscard]] std::set<std::string> required_classes(std::vector<std::string> const& named,
                                                     ClauseRegistry const& registry);

/// One of several parts that together are the whole, from 1.
struct Shard {
  std::size_t number = 1;
  std::size_t count = 1;

  bool operator==(Shard const&) const = default;
};

/// "2/8". Throws InputError for anything else, and for a number that is not from 1 to the count.
[[nodiscard]] Shard parse_shard(std::string const& text);

/// The vectors of a shard, in their order. Each vector is in exactly one shard; the shards differ by one vector at
/// most.
[[nodiscard]] std::vector<Vector const*> vectors_of_shard(std::vector<Vector const*> const& vectors,
                                                          Shard const& shard);

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
