#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/commands/transform_options.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/proof/readings/closed_readings.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct ReadingsOptions {
  DataOptions data;
  std::vector<std::string> decisions;
  std::size_t combinations = 0;
  std::uint64_t seed = 1;
  std::string fates;
  std::string hostile;  ///< "usual" or "all"; "" when the vectors are played as they stand
  std::size_t share = 1;
  bool public_ones = false;
  bool http = false;
};

std::vector<ReadingRule> chosen_rules(std::vector<std::string> const& decisions, FileTree const& spec) {
  std::vector<ReadingRule> chosen;
  for (ReadingRule const& rule : read_reading_rules(spec)) {
    bool const wanted =
        decisions.empty() || std::find(decisions.begin(), decisions.end(), rule.decision) != decisions.end();
    if (wanted) chosen.push_back(rule);
  }
  return chosen;
}

void show(ReadingFate const& fate, std::string const& name) {
  for (std::string const& failure : fate.failing) std::cout << fmt::format("accuses  {}: {}\n", name, failure);
}

/// A line of JSON a reading: the vectors that it answers otherwise, and how each comes out.
std::string fates_text(std::vector<ReadingFate> const& fates) {
  std::string text;
  for (ReadingFate const& fate : fates)
    text += Json{{"reading", fate.readings.front()}, {"changes", fate.changes}}.dump() + "\n";
  return text;
}

Suite suite_of(ReadingsOptions const& options, DataFolders const& folders) {
  if (options.share > 1 && options.hostile.empty())
    throw InputError("--share needs --hostile, whose vectors are made of that share");
  Suite suite = read_suite_for(InProcessSubject().capabilities(), folders);
  for (std::string const& id : options.decisions) {
    if (suite.registry.find_decision(id) == nullptr)
      throw InputError(fmt::format("--decision {}: no such decision; spec/decisions.md lists them", id));
  }
  return suite;
}

/// Every vector directly and those of `split` as `load` besides, or with --http over HTTP alone.
std::vector<Way> ways_of(ReadingsOptions const& options) {
  return options.http ? std::vector{Way::http} : std::vector{Way::direct, Way::load};
}

using JudgeCorpus = std::function<std::vector<ReadingFate>(Corpus const& corpus)>;

/// More vectors than these are not made before they are judged: all of them would fill the memory.
constexpr std::size_t vectors_at_a_time = 4000;

void add_fates(std::vector<ReadingFate>& fates, std::vector<ReadingFate> more) {
  if (fates.empty()) return fates.swap(more);
  for (std::size_t index = 0; index < fates.size(); ++index) {
    ReadingFate& fate = fates[index];
    std::move(more[index].failing.begin(), more[index].failing.end(), std::back_inserter(fate.failing));
    std::move(more[index].changes.begin(), more[index].changes.end(), std::back_inserter(fate.changes));
    fate.is_named = fate.is_named || more[index].is_named;
  }
}

/// What becomes of each reading, judged by the vectors as they stand, or by those that --hostile makes of them.
std::vector<ReadingFate> judged(ReadingsOptions const& options, Suite const& suite, JudgeCorpus const& judge) {
  if (options.hostile.empty()) return judge(suite.corpus);
  GeneratedVectors const generated(
      suite,
      {.all = options.hostile == "all", .seed = options.seed, .share = options.share, .over_http = options.http});
  std::vector<ReadingFate> fates;
  Corpus some;
  for (Vector const& vector : suite.corpus.vectors) {
    std::vector<Vector> made = generated.of(vector);
    std::move(made.begin(), made.end(), std::back_inserter(some.vectors));
    if (some.vectors.size() < vectors_at_a_time) continue;
    add_fates(fates, judge(some));
    some.vectors.clear();
  }
  add_fates(fates, judge(some));
  return fates;
}

/// The reference as an implementation that takes every reading of the public specification.
int judge_public_ones(ReadingsOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = suite_of(options, folders);
  std::vector<ReadingRule> const rules = chosen_rules(options.decisions, folders.spec);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<ReadingFate> const fates = judged(options, suite, [&](Corpus const& corpus) {
    std::vector<ReadingFate> of_corpus;
    for (Way const way : ways_of(options)) {
      MutantJudge const lenient(suite.registry, Profile::lenient, reference, mock, way);
      add_fates(of_corpus, {judge_public(corpus, suite.registry, rules, lenient)});
    }
    return of_corpus;
  });
  ReadingFate const& fate = fates.front();
  show(fate, "the public readings");
  if (!options.fates.empty())
    write_file(options.fates, Json{{"readings", fate.readings}, {"changes", fate.changes}}.dump() + "\n");
  std::cout << fmt::format(
      "{} public readings judged at once: {} vectors are answered otherwise, {} false accusations\n",
      fate.readings.size(), fate.changes.size(), fate.failing.size());
  return fate.failing.empty() ? 0 : 1;
}

int judge_all(ReadingsOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = suite_of(options, folders);
  std::vector<ReadingRule> const rules = chosen_rules(options.decisions, folders.spec);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<ReadingFate> combined;
  std::vector<ReadingFate> const fates = judged(options, suite, [&](Corpus const& corpus) {
    std::vector<ReadingFate> of_corpus;
    for (Way const way : ways_of(options)) {
      MutantJudge const lenient(suite.registry, Profile::lenient, reference, mock, way);
      MutantJudge const live(suite.registry, Profile::live, reference, mock, way);
      add_fates(of_corpus, judge_readings(corpus, suite.registry, rules, lenient, live));
      add_fates(combined,
                judge_combinations(corpus, suite.registry, rules, options.combinations, options.seed, lenient));
    }
    return of_corpus;
  });
  std::size_t accusations = 0;
  std::size_t unreported = 0;
  for (ReadingFate const& fate : fates) {
    show(fate, fate.readings.front());
    accusations += fate.failing.size();
    if (fate.is_named || !options.hostile.empty() || options.http) continue;
    ++unreported;
    std::cout << fmt::format("unnamed  {}: no vector passes by it, so no report would name it\n",
                             fate.readings.front());
  }
  if (!options.fates.empty()) write_file(options.fates, fates_text(fates));
  for (ReadingFate const& fate : combined) {
    show(fate, fmt::format("[{}]", fmt::join(fate.readings, ", ")));
    accusations += fate.failing.size();
  }
  std::vector<std::string> missing;
  if (options.decisions.empty()) missing = readings_without_rule(suite.registry, rules);
  for (std::string const& reading : missing) std::cout << fmt::format("no rule  {}\n", reading);
  std::cout << fmt::format(
      "{} readings and {} combinations judged: {} false accusations, {} readings that no vector "
      "names, {} without a rule\n",
      fates.size(), combined.size(), accusations, unreported, missing.size());
  return accusations == 0 && unreported == 0 && missing.empty() ? 0 : 1;
}

}  // namespace

void add_readings_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ReadingsOptions>();
  CLI::App* const command =
      app.add_subcommand("readings", "Follow each reading of the decisions and show that no vector accuses it");
  command->footer(
      "The reference is made to follow each reading that it does not take itself, and is judged in the profile lenient "
      "(live\nfor readings marked 'live only'). Vectors of 'split' are played as 'load' as well.\n"
      "Exit code: 0 when every vector passes under every reading, and each is named by some vector, else 1.\n"
      "Example: prompty-conformance readings --decision A-002");
  command->add_option("--decision", options->decisions, "Only the readings of this decision (repeatable)");
  command
      ->add_option("--combinations", options->combinations,
                   "Judge so many random choices of one reading for each decision as well (default 0)")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100'000}))
      ->option_text("N");
  command->add_flag(
      "--public", options->public_ones,
      "Follow the readings that decisions.md marks as those of the public specification, all at once, and "
      "no others");
  command
      ->add_option("--hostile", options->hostile,
                   "Play the vectors that 'run --transforms' makes, or those of 'run --transforms all', with hostile "
                   "texts and with what changes nothing beside their input, and no others")
      ->expected(0, 1)
      ->default_str("usual")
      ->check(CLI::IsMember({"usual", "all"}))
      ->option_text("[usual|all]");
  command
      ->add_option("--share", options->share,
                   "With --hostile: make them of one vector in so many, which the seed chooses (default 1)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}))
      ->option_text("N");
  command->add_flag("--http", options->http,
                    "Play vectors of requests and of answers over HTTP as 'run', and in no other way; that no vector "
                    "names a reading is not reported then");
  command
      ->add_option("--seed", options->seed,
                   "Of the random choices: combinations, hostile texts, crossings, the share (default 1)")
      ->option_text("S");
  command->add_option(
      "--fates", options->fates,
      "Write to this file, a line of JSON per reading, which vectors it answers otherwise, and how they "
      "come out");
  options->data.add_to(*command);
  command->callback(
      [options, &line] { line.exit_code = options->public_ones ? judge_public_ones(*options) : judge_all(*options); });
}

}  // namespace conformance
