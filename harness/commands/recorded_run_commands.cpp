#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/commands/report_files.hpp"
#include "harness/judge/files/file_target.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/recorded_run.hpp"
#include "harness/judge/report/result_texts.hpp"
#include "harness/judge/report/run_comparison.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/suite/suite.hpp"

namespace conformance {
namespace {

struct DiffOptions {
  std::string before;
  std::string after;
};

void show(std::string_view title, std::vector<Change> const& changes) {
  if (changes.empty()) return;
  std::cout << fmt::format("\n{} ({})\n", title, changes.size());
  for (Change const& change : changes) {
    std::cout << fmt::format("  {:<60} {} -> {}\n", change.id, change.before.empty() ? "not there" : change.before,
                             change.after.empty() ? "gone" : change.after);
  }
}

void show(std::string const& what, Changes const& changes) {
  show(what + " that got worse", changes.worse);
  show(what + " that got better", changes.better);
  show(what + " that came out otherwise", changes.other);
}

int diff(DiffOptions const& options) {
  RecordedVerdicts const before = read_recorded_verdicts(options.before);
  RecordedVerdicts const after = read_recorded_verdicts(options.after);
  std::cout << fmt::format("before  {} in the profile {}: {}\nafter   {} in the profile {}: {}\n", before.subject,
                           before.profile, before.verdict, after.subject, after.profile, after.verdict);
  if (before.corpus_digest != after.corpus_digest)
    std::cout << fmt::format("The vectors are not the same: {} before, {} after.\n", short_digest(before.corpus_digest),
                             short_digest(after.corpus_digest));
  if (before.profile != after.profile) std::cout << "The profiles are not the same, and accept different readings.\n";
  Changes const clauses = changed_clauses(before, after);
  Changes const vectors = changed_vectors(before, after);
  show("Clauses", clauses);
  show("Vectors", vectors);
  std::size_t const worse = clauses.worse.size() + vectors.worse.size();
  std::cout << fmt::format("\n{} clauses and {} vectors worse, {} clauses and {} vectors better\n",
                           clauses.worse.size(), vectors.worse.size(), clauses.better.size(), vectors.better.size());
  return worse == 0 ? 0 : 1;
}

}  // namespace

void add_diff_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<DiffOptions>();
  CLI::App* const command = app.add_subcommand("diff", "Show what got better and what got worse between two runs");
  command->footer(
      "Exit code: 0 when nothing got worse, else 1. What is no longer judged is worse, whether it held or failed, and\n"
      "so is what was unsupported and now fails.\n"
      "Example: prompty-conformance diff yesterday.jsonl today.jsonl");
  command->add_option("before", options->before, "JSON Lines report of the earlier run")->required();
  command->add_option("after", options->after, "JSON Lines report of the later run")->required();
  command->callback([options, &line] { line.exit_code = diff(*options); });
}

namespace {

struct MatrixOptions {
  DataOptions data;
  std::vector<std::string> reports;
  std::string html;
  std::string markdown;
};

int matrix(MatrixOptions const& options) {
  for (std::string const* const path : {&options.html, &options.markdown}) {
    if (!path->empty()) cleared_file(*path);
  }
  std::vector<RecordedVerdicts> runs;
  for (std::string const& path : options.reports) runs.push_back(read_recorded_verdicts(path));
  ClauseRegistry const registry = read_clause_registry(options.data.folders().spec).of_edition(runs.front().edition);
  Matrix const made = make_matrix(std::move(runs), registry);
  if (!options.html.empty()) replace_file(options.html, matrix_page(made));
  if (!options.markdown.empty()) replace_file(options.markdown, matrix_markdown(made));
  std::cout << matrix_text(made);
  return 0;
}

}  // namespace

void add_matrix_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MatrixOptions>();
  CLI::App* const command = app.add_subcommand("matrix", "Set the reports of several implementations side by side");
  command->footer("Example: prompty-conformance matrix python.jsonl go.jsonl rust.jsonl --html matrix.html");
  command->add_option("reports", options->reports, "JSON Lines reports, one an implementation")->required();
  command->add_option("--html", options->html, "Write one page for people to this file");
  command->add_option("--markdown", options->markdown, "Write every clause as a Markdown table to this file");
  command->add_option("--spec", options->data.spec,
                      "Folder of the specification pages (default: those that come with this program)");
  command->callback([options, &line] { line.exit_code = matrix(*options); });
}

namespace {

constexpr int exit_code_broken = 1;
constexpr int exit_code_nothing_judged = 3;

struct VerdictOptions {
  DataOptions data;
  std::string report;
  std::string vector;
};

/// What the lines about one vector say, without a look at the vector itself.
struct RecordedVerdict {
  Status status = Status::pass;
  std::vector<std::string> ways;
  std::string detail;  ///< why it was not judged, or how it failed as known
};

void take_line(Json const& line, std::string const& id, std::optional<RecordedVerdict>& recorded) {
  if (line.value("id", "") != id) return;
  std::optional<Status> const status = status_named(line.value("status", line.at("type").get<std::string>()));
  if (!status) throw InputError(fmt::format("the report tells of {} what means nothing to this program", id));
  if (!recorded) recorded.emplace();
  recorded->status = worse(recorded->status, *status);
  if (line.contains("way")) recorded->ways.push_back(shown_name(line.at("way").get<std::string>()));
  if (recorded->detail.empty()) recorded->detail = line.value("detail", "");
}

RecordedVerdict recorded_verdict(VerdictOptions const& options) {
  std::optional<RecordedVerdict> recorded;
  // All lines, since of one alone nobody can tell whether it was changed.
  read_report_lines_with(options.report, "", [&](Json const& line) { take_line(line, options.vector, recorded); });
  if (recorded) return *recorded;
  throw HarnessError(
      fmt::format("{} tells nothing of a vector {}: 'prompty-conformance list' shows their ids; --filter, --shard or "
                  "a run cut short may have left it out",
                  options.report, options.vector));
}

/// Prints each attempt that went wrong, as `run` does. Only this needs vectors and pages, which take time to read.
int explain_failure(VerdictOptions const& options) {
  Suite const suite = suite_of_report(options.data.folders(), options.report);
  RecordedRun const run = read_recorded_run(options.report, suite.corpus, suite.registry);
  auto const found = std::find_if(run.results.begin(), run.results.end(),
                                  [&](VectorResult const& one) { return one.vector->id == options.vector; });
  if (found == run.results.end())
    throw InputError(
        fmt::format("{} tells how {} came out, but not how it was played", options.report, options.vector));
  std::cout << result_text(*found, suite.registry, run.info);
  if (found->status() == Status::error) return exit_code_nothing_judged;
  return failure_decides(*found, run.info.deciding) ? exit_code_broken : 0;
}

/// What the report says of the whole run.
int verdict_of_run(VerdictOptions const& options) {
  RecordedVerdicts const recorded = read_recorded_verdicts(options.report);
  std::cout << fmt::format("{} in the profile {}: {}\n", recorded.subject, recorded.profile,
                           printable_text(recorded.verdict));
  return recorded.exit_code;
}

int verdict(VerdictOptions const& options) {
  if (options.vector.empty()) return verdict_of_run(options);
  RecordedVerdict const recorded = recorded_verdict(options);
  switch (recorded.status) {
    case Status::pass:
      std::cout << fmt::format("pass {} [{}]\n", options.vector, CLI::detail::join(recorded.ways, ", "));
      return 0;
    case Status::known_failure:
      std::cout << fmt::format("known-failure {}: {}\n", options.vector, printable_text(recorded.detail));
      return 0;
    case Status::unsupported:
      std::cout << fmt::format("unsupported {}: {}\n", options.vector, printable_text(recorded.detail));
      return exit_code_nothing_judged;
    case Status::fail:
    case Status::error:
    case Status::crash:
    case Status::timeout:
    case Status::unexpected_pass:
    case Status::flaky:
      break;
  }
  return explain_failure(options);
}

}  // namespace

void add_verdict_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<VerdictOptions>();
  CLI::App* const command = app.add_subcommand("verdict", "Print the result of one vector, or of a whole run");
  command->footer(
      "Exit code: 0 held, or failed in a way that does not decide; 1 failed; 3 not judged. Without a vector, that of "
      "the "
      "run.\n"
      "Example: prompty-conformance verdict run.jsonl load/frontmatter/structure/plus-signs-delimit");
  command->add_option("report", options->report, "JSON Lines report of the run")->required();
  command->add_option("vector", options->vector,
                      "The id of the vector; without one, the verdict of the run is printed");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = verdict(*options); });
}

namespace {

struct UpdateOptions {
  DataOptions data;
  std::string list;
  std::string report;
  std::string reason = "not yet looked into";
};

int update(UpdateOptions const& options) {
  Suite const suite = suite_of_report(options.data.folders(), options.report);
  std::vector<KnownFailure> const former = std::filesystem::exists(options.list)
                                               ? read_known_failures(options.list, suite.corpus)
                                               : std::vector<KnownFailure>{};
  RecordedRun const run = read_recorded_run(options.report, suite.corpus, suite.registry);
  std::vector<KnownFailure> const updated = updated_known_failures(former, run.results, options.reason);
  write_file(options.list, known_failures_yaml(updated));
  std::cout << fmt::format("{}: {} known failures, {} before\n", options.list, updated.size(), former.size());
  return 0;
}

}  // namespace

void add_update_known_failures_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<UpdateOptions>();
  CLI::App* const command =
      app.add_subcommand("update-known-failures", "Write what failed in a run into the list of known failures");
  command->footer(
      "Entries keep their reason, issue and expiry; what passes now is taken off.\n"
      "Example: prompty-conformance update-known-failures known.yaml run.jsonl --reason 'no audio yet'");
  command->add_option("list", options->list, "The list (YAML); made when it is not there")->required();
  command->add_option("report", options->report, "JSON Lines report of the run")->required();
  command->add_option("--reason", options->reason, "Reason of entries that are new (default: not yet looked into)");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = update(*options); });
}

}  // namespace conformance
