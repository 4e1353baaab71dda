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
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/recorded_run.hpp"
#include "harness/judge/report/terminal.hpp"
#include "harness/judge/run/cut.hpp"
#include "harness/judge/suite/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct MergeOptions {
  DataOptions data;
  std::vector<std::string> reports;
  std::vector<std::string> required_classes;
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

/// The results of all parts, in the order in which one run would have come to them.
std::vector<VectorResult> joined(std::vector<RecordedRun>& runs) {
  std::map<Vector const*, std::pair<VectorResult, std::filesystem::path>> results;  // by place in the corpus
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
  for (auto& [vector, result] : results) ordered.push_back(std::move(result.first));
  return ordered;
}

/// How the whole came about: the parts, each by its command, and what joined them.
std::string commands_of(std::vector<RecordedRun> const& runs, std::string const& typed) {
  std::string commands;
  for (RecordedRun const& run : runs) commands += run.info.command_line + "\n";
  return commands + typed;
}

/// How many vectors were selected for all parts together, as far as their reports say.
std::size_t selected_for(std::vector<RecordedRun> const& runs) {
  std::size_t selected = 0;
  for (RecordedRun const& run : runs) selected += std::max(run.info.selected_vectors, run.played);
  return selected;
}

/// Parts that hold fewer vectors than were selected for them make the whole one that was cut.
void mark_cut_parts(Summary& summary, std::vector<RecordedRun> const& runs, std::size_t played) {
  std::string parts;
  for (RecordedRun const& run : runs) {
    if (run.played >= run.info.selected_vectors) continue;
    parts += fmt::format("{}{} ({} of {} vectors)", parts.empty() ? "" : ", ", run.path.string(), run.played,
                         run.info.selected_vectors);
  }
  if (!parts.empty()) {
    mark_as_cut(summary, "in " + parts, played, selected_for(runs));
  } else if (!summary.is_whole()) {
    mark_as_incomplete(summary, fmt::format("{} of {} vectors are in no report: name every part of the run",
                                            summary.in_corpus - summary.with_result, summary.in_corpus));
  }
}

/// What the parts note, each once.
std::vector<std::string> notes_of(std::vector<RecordedRun> const& runs) {
  std::vector<std::string> notes;
  for (RecordedRun const& run : runs) {
    std::copy_if(run.notes.begin(), run.notes.end(), std::back_inserter(notes),
                 [&](std::string const& note) { return std::find(notes.begin(), notes.end(), note) == notes.end(); });
  }
  return notes;
}

int merge(MergeOptions const& options, std::string const& typed) {
  ReportTargets const targets = cleared_reports(options.files, options.reports);
  DataFolders const folders = options.data.folders();
  Suite const suite = suite_of_report(folders, options.reports.front());
  std::vector<Deviation> const mutants = mutants_of_edition(read_mutants(folders.spec), suite.registry);
  std::vector<RecordedRun> runs;
  for (std::string const& path : options.reports) {
    runs.push_back(read_recorded_run(path, suite.corpus, suite.registry));
    demand_same_run(runs.front(), runs.back());
  }
  std::vector<VectorResult> results = joined(runs);
  RunInfo info = runs.front().info;
  info.command_line = commands_of(runs, typed);
  info.selected_vectors = selected_for(runs);
  info.deciding.required_classes.merge(required_classes(options.required_classes, suite.registry));
  std::optional<MutationScore> const score = score_for(options.files, suite.corpus);
  std::vector<Vector const*> vectors;
  for (VectorResult const& result : results) vectors.push_back(result.vector);
  TerminalReport terminal(std::cout, terminal_style(STDOUT_FILENO), suite.registry, info, vectors);
  terminal.begin();
  JsonLinesReport json_lines(targets.jsonl, info);
  for (VectorResult const& result : results) {
    terminal.add(result);
    json_lines.add(result);
  }
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  Summary summary = summarize(results, suite.corpus, suite.registry, info.deciding,
                              find_faults(results, suite, mutants, info.profile, info.deciding, mock), notes_of(runs));
  mark_cut_parts(summary, runs, results.size());
  terminal.end(summary, results);
  json_lines.end(summary, results, score);
  write_reports(targets, {.results = results,
                          .summary = summary,
                          .registry = suite.registry,
                          .info = info,
                          .mutants = mutants,
                          .score = score,
                          .digest = json_lines.digest(),
                          .code = read_code_places(folders.reference)});
  return summary.exit_code;
}

}  // namespace

void add_merge_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MergeOptions>();
  CLI::App* const command = app.add_subcommand(
      "merge", "Join the reports of the parts of a run, or make a whole one of one that was cut short");
  command->footer(
      "Exit code: that of the whole run; 3 when vectors are in no report.\n"
      "Example: prompty-conformance merge shard-*.jsonl --html report.html");
  command->add_option("reports", options->reports, "JSON Lines reports, as 'run --shard 1/8 --jsonl FILE' writes them")
      ->required();
  command->add_option("--require", options->required_classes, "Exit 1 unless this class is conformant (repeatable)");
  options->files.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = merge(*options, line.typed); });
}

}  // namespace conformance
