#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "harness/commands/command.hpp"
#include "harness/commands/report_files.hpp"
#include "harness/input_error.hpp"
#include "harness/report/json_lines.hpp"
#include "harness/report/recorded_run.hpp"
#include "harness/report/terminal.hpp"

namespace conformance {
namespace {

struct MergeOptions {
  DataOptions data;
  std::vector<std::string> reports;
  ReportFiles files;
};

/// Parts of one run agree on who was judged and how.
void demand_same_run(RecordedRun const& first, RecordedRun const& other) {
  auto const differ = [&](char const* what, std::string const& one, std::string const& two) {
    if (one == two) return;
    throw InputError(fmt::format("{} and {} are not parts of one run: the {} is '{}' in the one and '{}' in the other",
                                 first.path.string(), other.path.string(), what, one, two));
  };
  differ("subject", first.info.subject.name, other.info.subject.name);
  differ("version of the subject", first.info.subject.version, other.info.subject.version);
  differ("profile", std::string(profile_name(first.info.profile)), std::string(profile_name(other.info.profile)));
  if (first.info.deciding == other.info.deciding) return;
  throw InputError(fmt::format("{} and {} are not parts of one run: other levels, groups or classes decide",
                               first.path.string(), other.path.string()));
}

/// The results of all parts in the order of the corpus.
std::vector<VectorResult> joined(std::vector<RecordedRun>& runs, Corpus const& corpus) {
  std::map<Vector const*, std::pair<VectorResult, std::filesystem::path>> results;
  for (RecordedRun& run : runs) {
    for (VectorResult& result : run.results) {
      Vector const* const vector = result.vector;
      auto const [entry, is_new] = results.emplace(vector, std::pair(std::move(result), run.path));
      if (!is_new)
        throw InputError(fmt::format("the vector {} is in {} and in {}: name each part of a run once", vector->id,
                                     entry->second.second.string(), run.path.string()));
    }
  }
  std::vector<VectorResult> ordered;
  for (Vector const& vector : corpus.vectors) {
    auto const found = results.find(&vector);
    if (found != results.end()) ordered.push_back(std::move(found->second.first));
  }
  return ordered;
}

/// How the whole came about: the parts, each by its command, and what joined them.
std::string commands_of(std::vector<RecordedRun> const& runs, std::string const& typed) {
  std::string commands;
  for (RecordedRun const& run : runs) commands += run.info.command_line + "\n";
  return commands + typed;
}

int merge(MergeOptions const& options, std::string const& typed) {
  DataFolders const folders = options.data.folders();
  ClauseRegistry const registry = read_clause_registry(folders.spec);
  Corpus const corpus = read_corpus(folders.vectors);
  std::vector<RecordedRun> runs;
  for (std::string const& path : options.reports) {
    runs.push_back(read_recorded_run(path, corpus, registry));
    demand_same_run(runs.front(), runs.back());
  }
  std::vector<VectorResult> const results = joined(runs, corpus);
  RunInfo info = runs.front().info;
  info.command_line = commands_of(runs, typed);
  std::optional<MutationScore> const score = prepare_reports(options.files, corpus);
  Summary const summary = summarize(results, corpus, registry, info.deciding);
  TerminalReport terminal(std::cout, terminal_style(STDOUT_FILENO), registry, info, results.size());
  terminal.begin();
  for (VectorResult const& result : results) terminal.add(result);
  terminal.end(summary);
  if (results.size() < corpus.vectors.size())
    std::cout << fmt::format("{} of {} vectors are in no report\n", corpus.vectors.size() - results.size(),
                             corpus.vectors.size());
  if (!options.files.jsonl.empty()) {
    JsonLinesReport report(options.files.jsonl, info);
    for (VectorResult const& result : results) report.add(result);
    report.end(summary);
  }
  write_reports(options.files, {.results = results,
                                .summary = summary,
                                .registry = registry,
                                .info = info,
                                .mutants = all_mutants(),
                                .score = score});
  return summary.exit_code;
}

}  // namespace

void add_merge_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MergeOptions>();
  CLI::App* const command = app.add_subcommand(
      "merge", "Join the reports of the parts of a run, or make a whole one of one that was cut short");
  command->footer(
      "Exit code: that of the whole run.\nExample: prompty-conformance merge shard-*.jsonl --html report.html");
  command->add_option("reports", options->reports, "JSON Lines reports, as 'run --shard 1/8 --jsonl FILE' writes them")
      ->required();
  options->files.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = merge(*options, line.typed); });
}

}  // namespace conformance
