#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/commands/report_files.hpp"
#include "harness/commands/selection.hpp"
#include "harness/input_error.hpp"
#include "harness/report/json_lines.hpp"
#include "harness/report/terminal.hpp"
#include "harness/run/baseline.hpp"
#include "harness/run/shard.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/subject/process.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

constexpr std::string_view reference_name = "reference";

struct RunOptions {
  DataOptions data;
  std::string subject = std::string(reference_name);
  std::string profile;
  std::string level = "must";
  std::vector<std::string> included;
  Selection selection;
  std::string shard = "1/1";
  std::vector<std::string> required_classes;
  std::vector<std::string> pass_environment;
  double timeout_seconds = 10;
  int rounds = 1;
  bool fail_fast = false;
  std::string known_failures;
  std::string known_flaky;
  ReportFiles reports;
};

/// The subject to judge, and for the reference its twin in a process of its own.
struct ChosenSubjects {
  std::unique_ptr<Subject> judged;
  std::unique_ptr<Subject> twin;
};

ProcessOptions process_options(RunOptions const& options) {
  ProcessOptions process;
  process.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_seconds * 1000));
  process.pass_environment = options.pass_environment;
  process.suite_version = suite_version();
  return process;
}

ChosenSubjects choose_subjects(RunOptions const& options) {
  if (options.subject != reference_name) {
    return {.judged = std::make_unique<ProcessSubject>(options.subject, process_options(options)), .twin = nullptr};
  }
  std::string const adapter = (program_path().parent_path() / "prompty-reference-adapter").string();
  return {.judged = std::make_unique<InProcessSubject>(),
          .twin = std::make_unique<ProcessSubject>(shell_quoted(adapter), process_options(options))};
}

Profile chosen_profile(RunOptions const& options) {
  if (options.profile.empty()) return options.subject == reference_name ? Profile::as_written : Profile::lenient;
  return *profile_named(options.profile);
}

std::set<std::string> known_classes(std::vector<std::string> const& required, ClauseRegistry const& registry) {
  std::set<std::string> known;
  for (Clause const& clause : registry.clauses()) {
    if (clause.group == Group::documents) known.insert(clause.conformance_class);
  }
  for (std::string const& name : required) {
    if (!known.contains(name))
      throw InputError(fmt::format("--require {}: no such class; known are {}", name, CLI::detail::join(known, ", ")));
  }
  return {required.begin(), required.end()};
}

Deciding deciding_of(RunOptions const& options, ClauseRegistry const& registry) {
  Deciding deciding{.level = *gating_level_named(options.level),
                    .required_classes = known_classes(options.required_classes, registry)};
  if (!options.included.empty()) deciding.groups.insert(Group::ours);
  return deciding;
}

/// What a rerun has to repeat besides subject and profile.
std::string options_to_repeat(RunOptions const& options) {
  std::string repeated;
  if (!options.data.vectors.empty()) repeated += " --vectors " + shell_quoted(options.data.vectors);
  if (!options.data.spec.empty()) repeated += " --spec " + shell_quoted(options.data.spec);
  if (options.timeout_seconds != RunOptions{}.timeout_seconds)
    repeated += fmt::format(" --timeout {}", options.timeout_seconds);
  for (std::string const& name : options.pass_environment) repeated += " --env " + shell_quoted(name);
  return repeated;
}

Baseline baseline_of(RunOptions const& options, Corpus const& corpus) {
  std::vector<KnownFailure> failures;
  std::vector<KnownFailure> flaky;
  if (!options.known_failures.empty()) failures = read_known_failures(options.known_failures, corpus);
  if (!options.known_flaky.empty()) flaky = read_known_flaky(options.known_flaky, corpus);
  return Baseline(failures, flaky, std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
}

int run(RunOptions const& options, std::string const& typed) {
  DataFolders const folders = options.data.folders();
  ClauseRegistry const registry = read_clause_registry(folders.spec);
  Corpus const corpus = read_corpus(folders.vectors);
  std::vector<Vector const*> const vectors =
      vectors_of_shard(selected_vectors(options.selection, corpus, registry), parse_shard(options.shard));
  if (vectors.empty()) throw HarnessError(fmt::format("there are too few vectors for a shard {}", options.shard));
  Deciding const deciding = deciding_of(options, registry);
  ChosenSubjects const subjects = choose_subjects(options);
  RunInfo const info{.corpus_digest = corpus.digest,
                     .profile = chosen_profile(options),
                     .subject = subjects.judged->capabilities(),
                     .subject_option = options.subject,
                     .command_line = typed,
                     .more_options = options_to_repeat(options),
                     .deciding = deciding};
  Baseline const baseline = baseline_of(options, corpus);
  std::optional<JsonLinesReport> json_lines;
  if (!options.reports.jsonl.empty()) json_lines.emplace(options.reports.jsonl, info);
  std::optional<MutationScore> const score = prepare_reports(options.reports, corpus);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  TerminalReport terminal(std::cout, terminal_style(STDOUT_FILENO), registry, info, vectors.size());
  terminal.begin();
  std::vector<VectorResult> const results = run_vectors(
      vectors, {.judged = *subjects.judged, .process_twin = subjects.twin.get()}, registry, info.profile, mock,
      [&](VectorResult const& result) {
        if (json_lines) json_lines->add(result);
        terminal.add(result);
      },
      {.rounds = options.rounds,
       .adjust = [&](VectorResult& result) { baseline.apply(result); },
       .is_enough =
           [&](VectorResult const& result) {
             return options.fail_fast && decides(result, deciding) && is_failure(result.status());
           }});
  Summary const summary = summarize(results, corpus, registry, deciding);
  terminal.end(summary);
  if (json_lines) json_lines->end(summary);
  write_reports(options.reports, {.results = results,
                                  .summary = summary,
                                  .registry = registry,
                                  .info = info,
                                  .mutants = all_mutants(),
                                  .score = score});
  return summary.exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<RunOptions>();
  CLI::App* const command = app.add_subcommand("run", "Judge an implementation against the vectors");
  command->footer(
      "Exit code: 0 conformant, 1 not conformant, 2 wrong usage, 3 nothing judged or harness error.\n"
      "Example: prompty-conformance run --subject 'python3 harness/adapters/python/split.py' --junit report.xml");
  command->add_option("--subject", options->subject, "Command of an adapter, or 'reference' (default)");
  command->add_option("--filter", options->selection.filters, "Only vectors whose id matches this glob (repeatable)");
  command->add_option("--clause", options->selection.clauses, "Only vectors of this clause (repeatable)");
  command->add_option("--shard", options->shard,
                      "Only a part of the vectors, such as 2/8; 'merge' joins the parts' reports");
  command
      ->add_option("--profile", options->profile,
                   "as-written, lenient or live (default: as-written for the reference, else lenient)")
      ->check(CLI::IsMember({"as-written", "lenient", "live"}));
  command->add_option("--level", options->level, "Which levels decide the exit code: must (default), should or all")
      ->check(CLI::IsMember({"must", "should", "all"}));
  command
      ->add_option("--include", options->included,
                   "ours: let clauses decide too that are not in the five documents but of our own making")
      ->check(CLI::IsMember({"ours"}));
  command->add_option("--require", options->required_classes, "Exit 1 unless this class is conformant (repeatable)");
  command
      ->add_option("--timeout", options->timeout_seconds,
                   "Seconds that one request to an adapter may take (default 10)")
      ->check(CLI::Range(0.05, 3600.0));
  command
      ->add_option("--repeat", options->rounds,
                   "Play each vector so many times; one that passes and fails is flaky, and fails (default 1)")
      ->check(CLI::Range(1, 1000));
  command->add_flag("--fail-fast", options->fail_fast, "Stop at the first failure that decides the exit code");
  command->add_option("--known-failures", options->known_failures,
                      "YAML list of failures that do not count as long as they fail as listed");
  command->add_option("--known-flaky", options->known_flaky, "YAML list of vectors that may pass or fail");
  command->add_option("--env", options->pass_environment, "Pass this variable on to the adapter (repeatable)");
  options->reports.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = run(*options, line.typed); });
}

}  // namespace conformance
