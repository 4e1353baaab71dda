#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/commands/kept_options.hpp"
#include "harness/commands/transform_options.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/mutation_score.hpp"
#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/proof/habits/habit_matrix.hpp"
#include "harness/proof/habits/habit_table.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"
#include "harness/proof/sharpness/sharpness.hpp"
#include "harness/proof/sharpness/together.hpp"
#include "harness/proof/sharpness/trivial.hpp"
#include "mock-provider/matching/pattern.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct MutantsOptions {
  DataOptions data;
  EditionOption edition;
  std::vector<std::string> names;
  bool all = false;
  bool changed = false;
  KeptOptions kept;
  std::string json;
  std::vector<std::size_t> together;
  std::optional<std::size_t> rounds;
  std::optional<std::uint64_t> seed;
  bool unknown = false;
};

/// The mutants whose name or clause fits one of the patterns; all of them without any.
std::vector<Deviation> selected_mutants(std::vector<Deviation> mutants, std::vector<std::string> const& patterns) {
  if (patterns.empty()) return mutants;
  std::erase_if(mutants, [&](Deviation const& mutant) {
    return !matches_any(patterns, mutant.id) && !matches_any(patterns, mutant.clause);
  });
  return mutants;
}

void show_unproven(Citation const& citation) {
  std::cout << fmt::format("unproven  {:<10} {}\n", citation.clause, citation.vector);
}

/// What is wrong with the suite itself, a line each.
void show_faults(KillMatrix const& matrix) {
  for (Citation const& citation : matrix.unproven_citations) show_unproven(citation);
  for (std::string const& id : matrix.useless_vectors) std::cout << fmt::format("useless   {}\n", id);
}

constexpr std::size_t rounds_between_scores = 10;

std::string score_text(TogetherScore const& score) {
  return fmt::format(
      "{:>3} at once, {} subjects: recall {:.1f} % ({} of {} mistakes), precision {:.1f} % ({} of {} faults)",
      score.at_once, score.rounds, 100 * score.recall(), score.found, score.mistakes, 100 * score.precision(),
      score.belonging, score.faults);
}

double percent(double share) {
  return std::round(share * 1000) / 10;
}

/// Adds the numbers to what was measured of the corpus before.
void add_to_score(MutantsOptions const& options, std::vector<TogetherScore> const& scores, Corpus const& corpus) {
  if (options.json.empty()) return;
  MutationScore score = read_mutation_score(options.json, corpus.digest);
  score.together.clear();
  for (TogetherScore const& measured : scores)
    score.together.push_back({.at_once = measured.at_once,
                              .rounds = measured.rounds,
                              .recall = percent(measured.recall()),
                              .precision = percent(measured.precision()),
                              .unknown = options.unknown});
  write_file(options.json, mutation_score_to_json(score).dump(2) + "\n");
}

int judge_together(MutantsOptions const& options, Suite const& suite, std::vector<Deviation> const& mutants,
                   DeviationJudge const& judge, Sharpness const& sharpness) {
  KeptResults const& results = sharpness.results();
  KnownMistakes known(judge, sharpness.signatures(), [&](Deviation const& mistake, Vector const& vector) {
    if (is_habit(mistake)) return false;
    std::size_t const index = results.index_of_vector(vector.id);
    std::size_t const mutant = results.index_of_deviation(mistake.id);
    return results.know(mutant, index) && results.outcome(mutant, index).empty();
  });
  std::vector<TogetherScore> scores;
  bool is_missed = false;
  for (std::size_t const at_once : options.together) {
    TogetherPlan const plan{.at_once = at_once,
                            .rounds = options.rounds.value_or(usual_rounds(at_once)),
                            .seed = options.seed.value_or(1),
                            .unknown = options.unknown};
    TogetherScore const score =
        measure_together(plan, suite, mutants, judge, sharpness.signatures(), known, [&](TogetherScore const& so_far) {
          // Hundreds of rounds take half an hour or more: a run that is broken off has shown what it measured by then.
          bool const is_due = so_far.rounds % rounds_between_scores == 0 && so_far.rounds < plan.rounds;
          if (is_due) std::cerr << "so far " << score_text(so_far) << std::endl;
        });
    TogetherBar const bar = bar_of(at_once);
    bool const is_below = !options.unknown && (score.recall() < bar.recall || score.precision() < bar.precision);
    is_missed = is_missed || is_below;
    std::cout << score_text(score)
              << (is_below ? fmt::format("; required are {:.0f} % and {:.0f} %", 100 * bar.recall, 100 * bar.precision)
                           : "")
              << std::endl;
    if (options.all) {
      for (std::string const& mistake : score.missed) std::cout << fmt::format("     missed  {}\n", mistake);
      for (std::string const& fault : score.wrong) std::cout << fmt::format("     wrong   {}\n", fault);
    }
    scores.push_back(score);
  }
  add_to_score(options, scores, suite.corpus);
  return is_missed ? 1 : 0;
}

/// What is played of the selected mutants.
Playing playing_of(MutantsOptions const& options, std::vector<Deviation> const& selected, KeptResults const& results) {
  std::vector<bool> is_selected(results.deviation_count(), false);
  for (Deviation const& mutant : selected) is_selected[results.index_of_deviation(mutant.id)] = true;
  Playing playing = options.kept.playing(options.seed);
  playing.is_wanted = [is_selected](std::size_t mutant, std::size_t) { return is_selected[mutant]; };
  return playing;
}

void show_fate(MutantFate const& fate) {
  std::cout << fmt::format("{:<9} {:<10} {:<50} {} own, {} in all\n", fate.own_killers.empty() ? "SURVIVES" : "dead",
                           fate.clause, fate.mutant, fate.own_killers.size(), fate.killers.size());
}

/// A vector with the number of mutants under which it fails.
void show_kills(Vector const& vector, KillMatrix const& matrix) {
  std::size_t own = 0;
  std::size_t all = 0;
  for (MutantFate const& fate : matrix.fates) {
    if (std::find(fate.killers.begin(), fate.killers.end(), vector.id) == fate.killers.end()) continue;
    ++all;
    if (vector.cites(fate.clause)) ++own;
  }
  std::cout << fmt::format("vector    {} fails under {} mutants of its clauses, {} in all\n", vector.id, own, all);
}

/// What is new or was changed since results were recorded: how the vectors fare with the mutants, and the mutants among
/// them with the vectors. Returns whether one of these mutants survives.
bool show_changed(KillMatrix const& matrix, KeptResults const& results, Corpus const& corpus) {
  std::size_t mutants = 0;
  std::size_t dead = 0;
  std::set<std::string> vectors;
  for (MutantFate const& fate : matrix.fates) {
    if (!results.is_new_deviation(results.index_of_deviation(fate.mutant))) continue;
    show_fate(fate);
    ++mutants;
    if (!fate.own_killers.empty()) ++dead;
  }
  for (Vector const& vector : corpus.vectors) {
    if (!results.is_new_vector(results.index_of_vector(vector.id))) continue;
    show_kills(vector, matrix);
    vectors.insert(vector.id);
  }
  for (Citation const& citation : matrix.unproven_citations) {
    if (vectors.contains(citation.vector)) show_unproven(citation);
  }
  std::cout << fmt::format(
      "{} of {} mutants that are new or changed dead by a vector of their clause, {} such vectors\n", dead, mutants,
      vectors.size());
  return dead < mutants;
}

/// The selected mutants, those that survive or all, and, when all were selected, what else is wrong. Returns whether
/// one survives or is missing.
bool show_all(KillMatrix const& matrix, MutantsOptions const& options, ClauseRegistry const& registry,
              std::vector<Deviation> const& mutants) {
  for (MutantFate const& fate : matrix.fates) {
    if (fate.own_killers.empty() || options.all) show_fate(fate);
  }
  bool const are_all = options.names.empty();
  if (are_all) show_faults(matrix);
  std::vector<std::string> const missing =
      are_all ? clauses_without_mutant(registry, mutants) : std::vector<std::string>();
  for (std::string const& id : missing) std::cout << fmt::format("no mutant {}\n", id);
  std::cout << fmt::format("{} of {} mutants dead by a vector of their clause",
                           mutants.size() - matrix.survivors.size(), mutants.size());
  if (are_all)
    std::cout << fmt::format(", {} unproven citations, {} useless vectors", matrix.unproven_citations.size(),
                             matrix.useless_vectors.size());
  std::cout << "\n";
  return !matrix.survivors.empty() || !missing.empty();
}

int break_clauses_of(MutantsOptions const& options, Suite const& suite, std::vector<Deviation> const& known_mutants) {
  std::vector<Deviation> const all_mutants = mutants_of_edition(known_mutants, suite.registry);
  std::vector<Deviation> const mutants = selected_mutants(all_mutants, options.names);
  // They are about clauses of another edition.
  if (mutants.empty() && !options.names.empty()) return 0;
  InProcessSubject reference(suite.registry.offered_editions());
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  DeviationJudge const judge(suite.registry, Profile::as_written, reference, mock);
  std::optional<ResultFiles> const files = ResultFiles::of(options.data.folders(), KeptKind::mutants, suite.registry);
  Sharpness sharpness(suite.corpus, suite.registry, all_mutants, judge, files,
                      [](std::string const& line) { std::cerr << line << std::endl; });
  Played const played = sharpness.play(playing_of(options, mutants, sharpness.results()));
  show_played(played);
  if (!options.together.empty()) return judge_together(options, suite, mutants, judge, sharpness);
  if (options.kept.record) demand_files(files).record(sharpness.results());
  KillMatrix const matrix = sharpness.matrix(mutants);
  bool const is_wrong = options.changed ? show_changed(matrix, sharpness.results(), suite.corpus)
                                        : show_all(matrix, options, suite.registry, mutants);
  if (!options.json.empty())
    write_file(options.json, mutation_score_to_json(mutation_score(matrix, suite.corpus.digest)).dump(2) + "\n");
  return is_wrong || !played.refuted.empty() ? 1 : 0;
}

int break_clauses(MutantsOptions const& options) {
  DataFolders const folders = options.data.folders();
  std::vector<Deviation> const mutants = read_mutants(folders.spec);
  if (!options.names.empty() && selected_mutants(mutants, options.names).empty())
    throw InputError(fmt::format("no mutant has a name or clause like '{}'", options.names.front()));
  if (!options.json.empty() && options.together.empty()) write_file(options.json, "");
  return measure_by_editions(options.edition, read_suite(folders), [&](Suite const& suite, bool is_newest) {
    MutantsOptions of_edition = options;
    // The file is about one corpus: that by which a run judges whoever speaks all editions.
    if (!is_newest) of_edition.json.clear();
    return break_clauses_of(of_edition, suite, mutants);
  });
}

}  // namespace

void add_mutants_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MutantsOptions>();
  CLI::App* const command = app.add_subcommand("mutants", "Break each clause on purpose and show that a vector fails");
  command->footer(
      "Exit code: 0 when every mutant is killed by a vector of its own clause, or with --together enough mistakes are\n"
      "identified; else 1.\n"
      "Example: prompty-conformance mutants --all");
  command->add_option(
      "mutants", options->names,
      "Only mutants whose name or clause fits one of these globs; totals of all mutants are left out then");
  command->add_flag("--all", options->all,
                    "Show the dead mutants too; with --together what was missed and what is wrong");
  command->add_option("--json", options->json, "Write the numbers to this file, for 'run --mutation-score'");
  command->add_flag("--changed", options->changed,
                    "Show the mutants and vectors that are new, or were changed since results were recorded");
  options->kept.add_to(*command);
  command
      ->add_option(
          "--together", options->together,
          "Judge subjects that have so many mutants at once, and show how many of their mistakes are identified "
          "(a list such as 1,5,20,80); with --json the numbers are added to that file")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000))
      ->option_text("K");
  command
      ->add_option("--rounds", options->rounds,
                   "Number of such subjects (default 2 to 20, fewer of those with many mutants)")
      ->check(CLI::Range(1, 100000))
      ->option_text("N");
  command
      ->add_option("--seed", options->seed,
                   "Of the random choice of mutants (default 1), and of --check (default another one each time)")
      ->option_text("S");
  command->add_flag("--unknown", options->unknown,
                    "Leave the mutants of a subject out of the mistakes that it is compared with");
  options->edition.add_to_measuring(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = break_clauses(*options); });
}

namespace {

/// Every vector once, none after one that lies near it in its file: neighbours there may rightly have the same answer,
/// and one that is copied from the vector before must be right by luck alone.
std::vector<Vector const*> scattered(std::vector<Vector> const& vectors) {
  std::size_t step = 997;
  while (std::gcd(step, vectors.size()) != 1) ++step;
  std::vector<Vector const*> order;
  for (std::size_t count = 0; count < vectors.size(); ++count)
    order.push_back(&vectors[(count * step) % vectors.size()]);
  return order;
}

/// The clauses that a subject would hold which understands nothing; the way over HTTP is left out, since it never sends
/// anything.
std::vector<std::string> clauses_held_by(Deviation const& trivial, Corpus const& corpus, ClauseRegistry const& registry,
                                         mock_provider::Server& mock) {
  InProcessSubject reference(registry.offered_editions());
  DeviatingSubject subject(trivial, reference);
  ReplayContext const context{.subject = subject, .registry = registry, .profile = Profile::as_written, .mock = mock};
  std::vector<VectorResult> results;
  for (Vector const* const vector : scattered(corpus.vectors)) {
    VectorResult result{.vector = vector,
                        .attempts = {},
                        .unsupported_reason = "",
                        .gating = true,
                        .level = Level::must,
                        .group = Group::documents};
    result.attempts.push_back(replay_direct(*vector, context, Way::direct));
    results.push_back(std::move(result));
  }
  std::vector<std::string> held;
  for (ClauseCoverage const& coverage : summarize(results, corpus, registry, {}).clauses) {
    if (coverage.state == ClauseState::held) held.push_back(coverage.clause->id);
  }
  return held;
}

struct TrivialOptions {
  DataOptions data;
  EditionOption edition;
  std::string json;
};

int trivial_of(TrivialOptions const& options, Suite const& suite, bool is_newest) {
  std::optional<MutationScore> score;
  if (!options.json.empty() && is_newest) score = read_mutation_score(options.json, suite.corpus.digest);
  if (score) score->trivial.clear();
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  bool clean = true;
  for (Deviation const& trivial : trivial_mutants()) {
    std::vector<std::string> const held = clauses_held_by(trivial, suite.corpus, suite.registry, mock);
    clean = clean && held.empty();
    if (score) score->trivial.push_back({.subject = trivial.id, .clauses_held = held.size()});
    std::cout << fmt::format("{:<13} holds {} clauses{}{}\n", trivial.id, held.size(), held.empty() ? "" : ": ",
                             CLI::detail::join(held, " "));
  }
  if (score) write_file(options.json, mutation_score_to_json(*score).dump(2) + "\n");
  return clean ? 0 : 1;
}

int trivial(TrivialOptions const& options) {
  return measure_by_editions(options.edition, read_suite(options.data.folders()),
                             [&](Suite const& suite, bool is_newest) { return trivial_of(options, suite, is_newest); });
}

}  // namespace

void add_trivial_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<TrivialOptions>();
  CLI::App* const command = app.add_subcommand("trivial", "Show that subjects which understand nothing hold no clause");
  command->footer("Exit code: 0 when none holds a clause, else 1.\nExample: prompty-conformance trivial");
  command->add_option("--json", options->json,
                      "Add the numbers to this file, which 'mutants --json' wrote, for 'run --mutation-score'");
  options->edition.add_to_measuring(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = trivial(*options); });
}

namespace {

struct HabitsOptions {
  DataOptions data;
  EditionOption edition;
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
  GeneratedVectors const generated(suite, {});
  for (Vector const& vector : suite.corpus.vectors) {
    std::vector<Vector> made = generated.of(vector);
    std::move(made.begin(), made.end(), std::back_inserter(vectors));
  }
  return vectors;
}

std::string place_line(char const* what, StruckPlace const& where, std::string const& behind) {
  return fmt::format("{}  {:<20} {:<16} {:<60} {}\n", what, where.habit->name, where.operation, where.place, behind);
}

/// Prints the sections whose own vectors do not notice what those of another one do.
void print_noticed_elsewhere(StruckPlace const& where, HabitFate const& fate) {
  for (auto const& [section, of_section] : fate.sections) {
    if (!of_section.is_noticed())
      std::cout << place_line("elsewhere", where, fmt::format("not by {}, e.g. {}", section, of_section.struck));
  }
}

/// Prints what is not as it should be, and with `all` what goes unnoticed for a reason, or in one section only. Returns
/// the number of findings.
std::size_t print_findings(HabitMatrix const& matrix, std::vector<HabitReason> const& reasons,
                           HabitsOptions const& options) {
  std::size_t findings = 0;
  for (auto const& [where, fate] : matrix) {
    if (fate.is_noticed()) {
      if (options.all) print_noticed_elsewhere(where, fate);
      continue;
    }
    HabitReason const* const reason = reason_of(reasons, where);
    if (reason == nullptr) {
      ++findings;
      std::cout << place_line("unnoticed", where, "e.g. " + fate.sections.begin()->second.struck);
    } else if (options.all) {
      std::cout << place_line("explained", where, reason->at);
    }
  }
  // Needless reasons and idle habits show themselves only when all habits were measured.
  if (!options.names.empty()) return findings;
  for (HabitReason const* const reason : needless_reasons(reasons, matrix)) {
    ++findings;
    std::cout << fmt::format("{}: nothing goes unnoticed for this reason: {}\n", reason->at, reason->places);
  }
  for (std::string const& habit : idle_habits(matrix)) {
    ++findings;
    std::cout << fmt::format("no answer shows what becomes of the habit {}\n", habit);
  }
  return findings;
}

int judge_habits_of(HabitsOptions const& options, Suite const& suite) {
  DataFolders const folders = options.data.folders();
  InProcessSubject reference(suite.registry.offered_editions());
  std::vector<HabitReason> const reasons = read_habit_reasons(folders.spec, suite.registry.edition());
  std::vector<Habit> const habits = chosen_habits(options.names);
  std::vector<Vector> const vectors = vectors_of(suite);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  DeviationJudge const judge(suite.registry, Profile::as_written, reference, mock);
  bool const shows_sections = options.table || options.all;
  HabitMatrix const matrix =
      measure_habits(vectors, habits, ProtocolWords(suite.corpus), judge,
                     shows_sections ? TriedUntil::noticed_in_each_section : TriedUntil::noticed_once);
  HabitTable const table = habit_table(matrix);
  std::vector<CellReason> const cell_reasons = read_cell_reasons(folders.spec);
  if (options.table) std::cout << text_of_habit_table(table, cell_reasons);
  std::size_t findings = print_findings(matrix, reasons, options);
  // Cells are empty for want of habits when only some were measured.
  if (options.names.empty()) {
    for (std::string const& finding : findings_of_habit_table(table, cell_reasons)) {
      ++findings;
      std::cout << finding << "\n";
    }
  }
  auto const noticed =
      std::count_if(matrix.begin(), matrix.end(), [](auto const& entry) { return entry.second.is_noticed(); });
  std::cout << fmt::format("{} of {} habits at places of answers and requests are noticed by a vector, {} {}\n",
                           noticed, matrix.size(), findings, findings == 1 ? "finding" : "findings");
  return findings == 0 ? 0 : 1;
}

int judge_habits(HabitsOptions const& options) {
  return measure_by_editions(options.edition, read_suite(options.data.folders()),
                             [&](Suite const& suite, bool) { return judge_habits_of(options, suite); });
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
  command->add_flag(
      "--all", options->all,
      "Show those with a reason too, and where the reason stands, and those that only the vectors of another "
      "section notice");
  command->add_flag("--table", options->table,
                    "Show by section and family of habits at how many of the places that the family strikes it is "
                    "noticed, and why it strikes nowhere in some sections");
  options->edition.add_to_measuring(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = judge_habits(*options); });
}

}  // namespace conformance
