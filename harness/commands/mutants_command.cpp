#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/commands/selection.hpp"
#include "harness/faults/together.hpp"
#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/matching/glob.hpp"
#include "harness/mutants/recorded_fates.hpp"
#include "harness/mutants/sharpness.hpp"
#include "harness/report/mutation_score.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/vectors/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct MutantsOptions {
  DataOptions data;
  std::vector<std::string> names;
  bool all = false;
  std::string json;
  std::string fates;
  std::vector<std::size_t> together;
  std::optional<std::size_t> rounds;
  std::uint64_t seed = 1;
  bool unknown = false;
};

/// The mutants whose name or clause fits one of the patterns; all without any.
std::vector<Mutant> selected(std::vector<Mutant> mutants, std::vector<std::string> const& patterns) {
  if (patterns.empty()) return mutants;
  std::erase_if(mutants, [&](Mutant const& mutant) {
    return !matches_any(patterns, mutant.id) && !matches_any(patterns, mutant.clause);
  });
  if (mutants.empty()) throw InputError(fmt::format("no mutant has a name or clause like '{}'", patterns.front()));
  return mutants;
}

/// What is wrong with the suite itself, a line each.
void show_faults(KillMatrix const& matrix) {
  for (Citation const& citation : matrix.unproven_citations)
    std::cout << fmt::format("unproven  {:<10} {}\n", citation.clause, citation.vector);
  for (std::string const& id : matrix.useless_vectors) std::cout << fmt::format("useless   {}\n", id);
}

std::string told(TogetherScore const& score) {
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

int together(MutantsOptions const& options, Suite const& suite, std::vector<Mutant> const& mutants,
             MutantJudge const& judge) {
  SignatureMaker const signatures(suite.corpus);
  KnownMistakes known(judge, signatures,
                      options.fates.empty() ? Kills() : read_fates(options.fates, suite.corpus.digest));
  std::vector<TogetherScore> scores;
  bool is_missed = false;
  for (std::size_t const at_once : options.together) {
    TogetherScore const score = measure_together({.at_once = at_once,
                                                  .rounds = options.rounds.value_or(usual_rounds(at_once)),
                                                  .seed = options.seed,
                                                  .unknown = options.unknown},
                                                 suite, mutants, judge, signatures, known);
    TogetherBar const bar = bar_of(at_once);
    bool const is_below = !options.unknown && (score.recall() < bar.recall || score.precision() < bar.precision);
    is_missed = is_missed || is_below;
    std::cout << told(score)
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

int break_clauses(MutantsOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  std::vector<Mutant> const mutants = selected(read_mutants(folders.spec), options.names);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  MutantJudge const judge(suite.registry, Profile::as_written, reference, mock);
  if (!options.together.empty()) return together(options, suite, mutants, judge);
  if (!options.json.empty()) write_file(options.json, "");
  if (!options.fates.empty()) write_file(options.fates, "");
  KillMatrix const matrix = measure_sharpness(suite.corpus, mutants, judge);
  for (MutantFate const& fate : matrix.fates) {
    bool const survives = fate.own_killers.empty();
    if (!survives && !options.all) continue;
    std::cout << fmt::format("{:<9} {:<10} {:<50} {} own, {} in all\n", survives ? "SURVIVES" : "dead", fate.clause,
                             fate.mutant, fate.own_killers.size(), fate.killers.size());
  }
  bool const are_all = options.names.empty();
  if (are_all) show_faults(matrix);
  std::vector<std::string> const missing =
      are_all ? clauses_without_mutant(suite.registry, mutants) : std::vector<std::string>();
  for (std::string const& id : missing) std::cout << fmt::format("no mutant {}\n", id);
  std::cout << fmt::format("{} of {} mutants dead by a vector of their clause",
                           mutants.size() - matrix.survivors.size(), mutants.size());
  if (are_all)
    std::cout << fmt::format(", {} unproven citations, {} useless vectors", matrix.unproven_citations.size(),
                             matrix.useless_vectors.size());
  std::cout << "\n";
  if (!options.json.empty())
    write_file(options.json, mutation_score_to_json(mutation_score(matrix, suite.corpus.digest)).dump(2) + "\n");
  if (!options.fates.empty()) write_file(options.fates, fates_text(matrix, suite.corpus.digest));
  return matrix.survivors.empty() && missing.empty() ? 0 : 1;
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
  command->add_option(
      "--fates", options->fates,
      "Write to this file, a line of JSON per mutant, which vectors fail under it and where; for 'lint --fates' and, "
      "to save most of its time, for --together, with which it is read");
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
  command->add_option("--seed", options->seed, "Of the random choice of mutants (default 1)")->option_text("S");
  command->add_flag("--unknown", options->unknown,
                    "Leave the mutants of a subject out of the mistakes that it is compared with");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = break_clauses(*options); });
}

}  // namespace conformance
