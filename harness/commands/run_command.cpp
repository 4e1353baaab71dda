#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>

#include "harness/commands/adapter_options.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/commands/report_files.hpp"
#include "harness/commands/subjects_of_run.hpp"
#include "harness/commands/transform_options.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/terminal.hpp"
#include "harness/judge/run/afresh.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/run/cut.hpp"
#include "harness/judge/suite/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

constexpr int no_verdict = 3;

struct RunOptions {
  DataOptions data;
  std::string subject = reference_subject;
  EditionOption edition;
  std::string profile;
  std::string level = "must";
  std::vector<std::string> included;
  Selection selection;
  std::string shard = "1/1";
  std::vector<std::string> required_classes;
  AdapterOptions adapter;
  std::optional<double> time_limit_seconds;
  std::optional<int> jobs;
  int rounds = 1;
  bool fail_fast = false;
  bool requires_clean_exit = false;
  std::string known_failures;
  std::string known_flaky;
  TransformOptions transforms;
  std::string trace;
  std::string plan;  ///< a file
  ReportFiles reports;
  std::string typed;  ///< the command line
};

std::optional<std::chrono::milliseconds> time_limit_of(RunOptions const& options) {
  if (!options.time_limit_seconds) return std::nullopt;
  return milliseconds_of(*options.time_limit_seconds);
}

/// The reference is linked in and has no network of its own; its twins share the mock provider with it.
AdapterNetwork network_of(RunOptions const& options) {
  return options.subject == reference_subject ? AdapterNetwork{} : options.adapter.network.network();
}

ProcessOptions process_options(RunOptions const& options, std::vector<std::string> const& editions,
                               AdapterNetwork const& network, std::stop_token const& stop) {
  ProcessOptions process = options.adapter.process_options();
  process.editions = editions;
  process.stop = stop;
  process.network = network;
  return process;
}

/// How far a run has come.
struct Progress {
  std::size_t played = 0;
  std::size_t selected = 0;
  bool is_diagnosed = true;
};

/// Marks the summary when the run ended before the last of its vectors was played, or before its faults were found.
void mark_cut(Summary& summary, std::optional<CutCause> cause, RunOptions const& options, Progress const& progress) {
  bool const is_played = progress.played == progress.selected;
  if (is_played && progress.is_diagnosed) return;
  if (!cause) {
    mark_as_incomplete(summary, fmt::format("--fail-fast ended the run: {} of {} vectors were not played",
                                            progress.selected - progress.played, progress.selected));
    return;
  }
  std::string const by = cut_by(*cause, time_limit_of(options).value_or(std::chrono::milliseconds(0)));
  if (progress.is_diagnosed) {
    mark_as_cut(summary, by, progress.played, progress.selected);
  } else {
    mark_as_undiagnosed(summary, by, progress.played, progress.selected);
  }
  summary.exit_code = exit_code_of_cut(*cause, summary.exit_code);
}

Profile chosen_profile(RunOptions const& options) {
  if (options.profile.empty()) return options.subject == reference_subject ? Profile::as_written : Profile::lenient;
  return *profile_named(options.profile);
}

/// A class is judged by all of its vectors, so what speaks of classes needs a run that leaves none out.
void demand_all_vectors(RunOptions const& options) {
  bool const selects = !options.selection.filters.empty() || !options.selection.clauses.empty();
  bool const is_shard = parse_shard(options.shard).count > 1;
  if (!selects && !is_shard) return;
  std::pair<char const*, bool> const of_classes[] = {{"--require", !options.required_classes.empty()},
                                                     {"--badge", !options.reports.badge.empty()},
                                                     {"--claim", !options.reports.claim.empty()}};
  for (auto const& [option, is_given] : of_classes) {
    if (!is_given) continue;
    throw InputError(
        fmt::format("{} speaks of whole classes and needs all vectors: {}", option,
                    selects ? "leave out --filter and --clause" : "give it to 'merge' when that joins the shards"));
  }
}

bool judges_extensions(RunOptions const& options) {
  std::string_view const name = group_name(Group::extensions);
  return std::find(options.included.begin(), options.included.end(), name) != options.included.end();
}

Deciding deciding_of(RunOptions const& options, ClauseRegistry const& registry) {
  Deciding deciding{.level = *gating_level_named(options.level),
                    .required_classes = required_classes(options.required_classes, registry)};
  deciding.clean_exit = options.requires_clean_exit;
  if (!options.included.empty()) deciding.groups.insert(Group::ours);
  if (judges_extensions(options)) deciding.groups.insert(Group::extensions);
  return deciding;
}

/// What a rerun has to repeat besides subject and profile.
std::string options_to_repeat(RunOptions const& options) {
  std::string repeated = options.edition.to_repeat();
  if (!options.data.vectors.empty()) repeated += " --vectors " + shell_quoted(options.data.vectors);
  if (!options.data.spec.empty()) repeated += " --spec " + shell_quoted(options.data.spec);
  return repeated + options.adapter.to_repeat();
}

Baseline baseline_of(RunOptions const& options, Corpus const& corpus) {
  std::vector<KnownFailure> failures;
  std::vector<KnownFailure> flaky;
  if (!options.known_failures.empty()) failures = read_known_failures(options.known_failures, corpus);
  if (!options.known_flaky.empty()) flaky = read_known_flaky(options.known_flaky, corpus);
  return Baseline(failures, flaky, std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
}

std::function<void(VectorResult&)> adjustment_by(Baseline const& baseline) {
  if (baseline.is_empty()) return nullptr;
  return [&baseline](VectorResult& result) { baseline.apply(result); };
}

/// Nothing when the run was cut before an adapter had started; that is said then.
std::optional<SubjectsOfRun> subjects_unless_cut(RunOptions const& options, std::vector<std::string> const& editions,
                                                 AdapterNetwork const& network, CutWatch const& watch) {
  try {
    return start_subjects(options.subject, options.jobs.value_or(usual_jobs(options.subject)),
                          process_options(options, editions, network, watch.stop()));
  } catch (SubjectStartError const&) {
    if (!watch.cause()) throw;
  }
  std::cerr << "prompty-conformance: no verdict: the run was cut before the adapter had started\n";
  return std::nullopt;
}

/// A subject that answers one request after the other gains nothing by another order, and its results come soonest in
/// that of the vectors.
PlayingOrder order_for(RunOptions const& options, SubjectsOfRun const& subjects) {
  bool const is_one_by_one =
      subjects.places.size() == 1 && subjects.places.front().judged.capabilities().max_in_flight == 1;
  return options.fail_fast || is_one_by_one ? PlayingOrder::as_given : PlayingOrder::quickest;
}

/// Those that failures are compared with, and that one report shows; reading them takes as long as the vectors.
std::vector<Deviation> needed_mutants(std::vector<VectorResult> const& results, ReportFiles const& reports,
                                      DataFolders const& folders, ClauseRegistry const& registry) {
  bool const has_failure = std::any_of(results.begin(), results.end(),
                                       [](VectorResult const& result) { return shows_broken(result.status()); });
  if (!has_failure && reports.html.empty()) return {};
  return mutants_of_edition(read_mutants(folders.spec), registry);
}

/// With a mock provider of its own, since the linked-in reference reaches none in the network of adapters. Nothing when
/// a signal leaves no time for it.
std::optional<std::vector<RunFault>> faults_of(std::vector<VectorResult>& results, Suite const& suite,
                                               std::vector<Deviation> const& mutants, RunInfo const& info,
                                               CutWatch const& watch) {
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  mock.close_admin();
  return find_faults_in_time(results, suite, mutants, info.profile, info.deciding, mock,
                             [&watch] { return watch.is_overdue(); });
}

/// Of an adapter: the reference keeps nothing from request to request, as its own tests show.
void play_failures_afresh(std::vector<VectorResult>& results, RunOptions const& options, ProcessOptions const& process,
                          ReplayNeeds const& needs) {
  if (options.subject == reference_subject || process.stop.stop_requested()) return;
  try {
    play_afresh(results, [&] { return std::make_unique<ProcessSubject>(options.subject, process); }, needs,
                {.stop = process.stop});
  } catch (SubjectStartError const&) {
    // What does not start once more is judged by what it answered.
  }
}

/// The one report that shows them is worth reading all sources of the reference.
std::map<std::string, std::vector<CodePlace>> code_places_for(ReportFiles const& reports, DataFolders const& folders) {
  if (reports.html.empty()) return {};
  return read_code_places(folders.reference);
}

/// Throws InputError when what was selected, which is known to exist, is only in our extensions.
void demand_core(Suite const& suite, Selection const& selection) {
  if (selection.filters.empty() && selection.clauses.empty()) return;
  Suite const core = without_extensions(suite);
  try {
    static_cast<void>(selected_vectors(selection, core.corpus, core.registry));
  } catch (std::runtime_error const&) {
    throw InputError(
        "what --filter or --clause names is only in our extensions, which no public text demands: add --include "
        "extensions");
  }
}

/// What an edition has, and of that our extensions only if they are judged: an extension may be public in a later one.
Suite suite_of_run(RunOptions const& options, Suite suite, std::string const& edition) {
  suite = suite_of_edition(std::move(suite), edition);
  return judges_extensions(options) ? suite : without_extensions(std::move(suite));
}

/// Pages and vectors of all editions. What is wrong with the command line is said before anything is started.
Suite checked_suite(RunOptions const& options, DataFolders const& folders) {
  demand_all_vectors(options);
  Suite suite = read_suite(folders);
  static_cast<void>(options.edition.offered(suite.registry));
  static_cast<void>(selected_vectors(options.selection, suite.corpus, suite.registry));
  static_cast<void>(deciding_of(options, suite.registry));
  return suite;
}

std::vector<Vector const*> vectors_to_play(RunOptions const& options, Suite const& suite) {
  std::vector<Vector const*> vectors =
      vectors_of_shard(selected_vectors(options.selection, suite.corpus, suite.registry), parse_shard(options.shard));
  if (vectors.empty()) throw HarnessError(fmt::format("there are too few vectors for a shard {}", options.shard));
  return vectors;
}

/// What a subject is judged by, in its edition.
struct Plan {
  Plan(RunOptions const& options, Suite suite_of_run)
      : suite(std::move(suite_of_run)),
        vectors(vectors_to_play(options, suite)),
        variations(options.transforms.variations(suite, vectors)),
        deciding(deciding_of(options, suite.registry)) {}

  Suite const suite;
  std::vector<Vector const*> const vectors;
  VariationsByTransform const variations;
  Deciding const deciding;
};

/// The vectors for which a subject of these capabilities has what they need.
std::vector<Vector const*> due_vectors(Plan const& plan, Capabilities const& declared) {
  std::vector<Vector const*> due;
  std::copy_if(plan.vectors.begin(), plan.vectors.end(), std::back_inserter(due),
               [&](Vector const* vector) { return !due_ways(*vector, declared).ways.empty(); });
  return due;
}

/// Writes the ids of the vectors that would be played, a line each.
int write_plan(std::string const& file, Plan const& plan, std::vector<Vector const*> const& due) {
  std::string ids;
  for (Vector const* const vector : due) ids += vector->id + "\n";
  write_file(file, ids);
  std::cout << fmt::format("{} of {} vectors would be played, and none was: they are in {}\n", due.size(),
                           plan.vectors.size(), file);
  return no_verdict;
}

RunInfo info_of(RunOptions const& options, Plan const& plan, std::string const& edition, Capabilities const& subject,
                std::string const& network) {
  Secrets const secrets = options.adapter.secret_values();
  return {.corpus_digest = plan.suite.corpus.digest,
          .edition = edition,
          .profile = chosen_profile(options),
          .subject = masked(subject, secrets),
          .subject_option = secrets.masked(options.subject),
          .command_line = secrets.masked(options.typed),
          .more_options = options_to_repeat(options),
          .deciding = plan.deciding,
          .selected_vectors = plan.vectors.size(),
          .network = network};
}

/// `options`, `plan` and `baseline` must outlive it.
PlayOptions play_options(RunOptions const& options, Plan const& plan, Baseline const& baseline,
                         SubjectsOfRun const& subjects, TraceFolder* traces, std::stop_token const& stop) {
  return {.rounds = options.rounds,
          .adjust = adjustment_by(baseline),
          .variations = plan.variations,
          .traces = traces,
          .secrets = options.adapter.secret_values(),
          .is_enough =
              [&options, &plan](VectorResult const& result) {
                return options.fail_fast && decides(result, plan.deciding) && is_failure(result.status());
              },
          .order = order_for(options, subjects),
          .more_subjects = {std::next(subjects.places.begin()), subjects.places.end()},
          .stop = stop};
}

int run(RunOptions const& options) {
  bool const is_only_planned = !options.plan.empty();
  ReportTargets const targets = is_only_planned ? ReportTargets{} : cleared_reports(options.reports);
  DataFolders const folders = options.data.folders();
  Suite whole_suite = checked_suite(options, folders);
  // Read before an adapter is started, which could write these lists.
  Baseline const baseline = baseline_of(options, whole_suite.corpus);
  if (!judges_extensions(options)) demand_core(whole_suite, options.selection);
  std::vector<std::string> const editions = options.edition.offered(whole_suite.registry);
  AdapterNetwork const network = network_of(options);
  CutWatch const watch(time_limit_of(options));
  std::optional<SubjectsOfRun> subjects = subjects_unless_cut(options, editions, network, watch);
  if (!subjects) return exit_code_of_cut(*watch.cause(), no_verdict);
  Capabilities const declared = subjects->places.front().judged.capabilities();
  std::string const edition = chosen_edition(editions, declared);
  Plan const plan(options, suite_of_run(options, std::move(whole_suite), edition));
  std::vector<Vector const*> const due = due_vectors(plan, declared);
  if (is_only_planned) return write_plan(options.plan, plan, due);
  RunInfo const info = info_of(options, plan, edition, declared, network.description);
  JsonLinesReport json_lines(targets.jsonl, info);
  std::unique_ptr<TraceFolder> const traces = trace_folder(options.trace, info);
  std::optional<MutationScore> const score = score_for(options.reports, plan.suite.corpus);
  mock_provider::Server mock(mock_within(network));
  mock.close_admin();
  // What waits for an answer of the mock need not wait for the end of it.
  std::stop_callback const close_mock(watch.stop(), [&mock] { mock.stop(); });
  TerminalReport terminal(std::cout, terminal_style(STDOUT_FILENO), plan.suite.registry, info, plan.vectors);
  terminal.begin();
  terminal.foretell(due.size());
  auto const report = [&](VectorResult const& result) {
    json_lines.add(result);
    terminal.add(result);
  };
  std::vector<VectorResult> results =
      run_vectors(plan.vectors, subjects->places.front(), plan.suite.registry, info.profile, mock, report,
                  play_options(options, plan, baseline, *subjects, traces.get(), watch.stop()));
  // From here on nothing that was judged can reach the reports.
  std::vector<std::string> unclean = subjects->end();
  for (std::string& sentence : unclean) sentence = options.adapter.secret_values().masked(sentence);
  play_failures_afresh(
      results, options, process_options(options, editions, network, watch.stop()),
      {.registry = plan.suite.registry, .profile = info.profile, .mock = mock, .variations = plan.variations});
  std::vector<Deviation> const mutants = needed_mutants(results, options.reports, folders, plan.suite.registry);
  std::optional<std::vector<RunFault>> faults = faults_of(results, plan.suite, mutants, info, watch);
  bool const is_diagnosed = faults.has_value();
  Summary summary = summarize(results, plan.suite.corpus, plan.suite.registry, plan.deciding,
                              std::move(faults).value_or(std::vector<RunFault>()), std::move(unclean));
  mark_cut(summary, watch.cause(), options,
           {.played = results.size(), .selected = plan.vectors.size(), .is_diagnosed = is_diagnosed});
  terminal.end(summary, results);
  json_lines.end(summary, results, score);
  write_reports(targets, {.results = results,
                          .summary = summary,
                          .registry = plan.suite.registry,
                          .info = info,
                          .mutants = mutants,
                          .score = score,
                          .digest = json_lines.digest(),
                          .code = code_places_for(options.reports, folders)});
  if (traces) traces->demand_whole();
  return summary.exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<RunOptions>();
  CLI::App* const command = app.add_subcommand("run", "Judge an implementation against the vectors");
  command->footer(
      "Exit code: 0 nothing failed that decides, 1 not conformant, 2 wrong usage, 3 nothing judged, time limit or "
      "harness error, 130 Ctrl-C, 143 SIGTERM.\n"
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
  options->edition.add_to(*command);
  command->add_option("--level", options->level, "Which levels decide the exit code: must (default), should or all")
      ->check(CLI::IsMember({"must", "should", "all"}))
      ->option_text("{must,should,all}");
  command
      ->add_option("--include", options->included,
                   "Let clauses beyond the five documents decide too. ours: those that the public specification has; "
                   "extensions: these and those of our own making, which are not judged without")
      ->check(CLI::IsMember({"ours", "extensions"}))
      ->option_text("{ours,extensions}");
  command->add_option("--require", options->required_classes,
                      "Exit 1 unless this class is conformant (repeatable; not with --filter, --clause or --shard)");
  options->adapter.add_to(*command);
  command
      ->add_option("--time-limit", options->time_limit_seconds,
                   "Seconds that the whole run may take; what was not played then is listed, and the run never passes")
      ->check(seconds_between(0.05, 604800))
      ->option_text("SECONDS");
  command
      ->add_option("--jobs", options->jobs,
                   "Adapter processes at once, each with as many requests as it allows; the reports are the same "
                   "(default 1; for the reference as many as the machine has hardware threads, at most 8)")
      ->check(CLI::Range(1, 256))
      ->option_text("N");
  command
      ->add_option("--repeat", options->rounds,
                   "Play each vector so many times; one that passes and fails is flaky, and fails (default 1)")
      ->check(CLI::Range(1, 1000))
      ->option_text("N");
  command->add_flag("--fail-fast", options->fail_fast, "Stop at the first failure that decides the exit code");
  command->add_flag("--require-clean-exit", options->requires_clean_exit,
                    "Exit 1 when the adapter crashed, did not end on shutdown, or ended otherwise than with status 0");
  command->add_option("--known-failures", options->known_failures,
                      "YAML list of failures that do not count as long as they fail as listed");
  command->add_option(
      "--known-flaky", options->known_flaky,
      "YAML list of vectors that may pass, and may fail when --repeat shows both or as the entry says until its "
      "last day");
  options->transforms.add_to(*command);
  command->add_option("--trace", options->trace,
                      "Write all that passed between the harness, the subject and the mock provider into this folder, "
                      "a file TOPIC/ID.jsonl for each vector");
  command->add_option("--plan", options->plan,
                      "Play nothing: ask the adapter what it declares, write the ids of the vectors that would be "
                      "played into this file, and exit with 3");
  options->reports.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] {
    options->typed = line.typed;
    line.exit_code = run(*options);
  });
}

}  // namespace conformance
