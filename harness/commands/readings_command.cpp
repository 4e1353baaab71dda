#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/commands/kept_options.hpp"
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
  EditionOption edition;
  std::vector<std::string> decisions;
  std::size_t combinations = 0;
  std::optional<std::uint64_t> seed;
  std::string fates;
  std::string transforms;  ///< "usual" or "all"; "" when the vectors are played as they stand
  std::size_t share = 1;
  bool public_ones = false;
  bool http = false;
  KeptOptions kept;
};

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

/// Of all editions. What is wrong with the command line is said before anything is judged.
Suite suite_of(ReadingsOptions const& options, DataFolders const& folders) {
  if (options.share > 1 && options.transforms.empty())
    throw InputError("--share needs --transforms, whose vectors are made of that share");
  bool const are_all = options.decisions.empty() && options.transforms.empty() && !options.public_ones && !options.http;
  if (options.kept.record && !are_all)
    throw InputError(
        "only the results of all readings can be recorded; leave --decision, --transforms, --public and --http out");
  Suite suite = read_suite(folders);
  for (std::string const& id : options.decisions) {
    if (suite.registry.find_decision(id) == nullptr)
      throw InputError(fmt::format("--decision {}: no such decision; spec/decisions.md lists them", id));
  }
  return suite;
}

bool is_chosen(Deviation const& rule, std::vector<std::string> const& decisions) {
  return decisions.empty() || std::find(decisions.begin(), decisions.end(), rule.clause) != decisions.end();
}

/// What is known of it stays known when others are judged.
constexpr std::size_t combinations_of_ci = 1;

/// What is judged: each reading alone with the combinations behind them, or all public ones at once.
ReadingsPlan plan_of(ReadingsOptions const& options, std::vector<Deviation> const& rules,
                     ClauseRegistry const& registry) {
  ReadingsPlan plan{.followed = followed_alone(rules, registry),
                    .playing = options.kept.playing(options.seed),
                    .record = options.kept.record,
                    .tell = [](std::string const& line) { std::cerr << line << std::endl; }};
  std::set<std::string> wanted;
  for (FollowedReadings const& alone : plan.followed) {
    if (!options.public_ones && is_chosen(*alone.rules.front(), options.decisions)) wanted.insert(alone.name);
  }
  std::size_t const count = std::max(options.combinations, combinations_of_ci);
  for (FollowedReadings& together : followed_together(rules, registry, count, options.seed.value_or(1))) {
    if (!options.public_ones && count == options.combinations) wanted.insert(together.name);
    plan.followed.push_back(std::move(together));
  }
  plan.followed.push_back(followed_public(rules, registry));
  if (options.public_ones) wanted.insert(plan.followed.back().name);
  // Recorded is what is known of all. Else every vector is played directly and those of `split` as `load` besides, or
  // with --http over HTTP alone.
  if (!plan.record)
    plan.is_wanted = [wanted = std::move(wanted), is_http = options.http](FollowedReadings const& followed, Way way) {
      return wanted.contains(followed.name) && (way == Way::http) == is_http;
    };
  return plan;
}

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

/// What becomes of readings, judged by the vectors as they stand, or by those that --transforms makes of them.
JudgedReadings judged(ReadingsOptions const& options, Suite const& suite, ReadingsPlan const& plan) {
  InProcessSubject reference(suite.registry.offered_editions());
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  if (options.transforms.empty()) return judge_readings(suite.corpus, suite.registry, plan, reference, mock);
  GeneratedVectors const generated(suite, {.all = options.transforms == "all",
                                           .seed = options.seed.value_or(1),
                                           .share = options.share,
                                           .way = options.http ? Way::http : Way::direct});
  JudgedReadings judged;
  Corpus some;
  auto const judge_some = [&] {
    add_fates(judged.fates, judge_readings(some, suite.registry, plan, reference, mock).fates);
    some.vectors.clear();
  };
  for (Vector const& vector : suite.corpus.vectors) {
    std::vector<Vector> made = generated.of(vector);
    std::move(made.begin(), made.end(), std::back_inserter(some.vectors));
    if (some.vectors.size() >= vectors_at_a_time) judge_some();
  }
  judge_some();
  return judged;
}

/// Of the reference as an implementation that takes every reading of the public specification. Returns whether all is
/// as it should be, as the other does.
bool show_public(ReadingsOptions const& options, ReadingFate const& fate) {
  show(fate, "the public readings");
  if (!options.fates.empty())
    write_file(options.fates, Json{{"readings", fate.readings}, {"changes", fate.changes}}.dump() + "\n");
  std::cout << fmt::format(
      "{} public readings judged at once: {} vectors are answered otherwise, {} false accusations\n",
      fate.readings.size(), fate.changes.size(), fate.failing.size());
  return fate.failing.empty();
}

bool show_all(ReadingsOptions const& options, std::vector<ReadingFate> const& fates,
              std::vector<std::string> const& without_rule) {
  std::vector<ReadingFate> alone;
  std::copy_if(fates.begin(), fates.end(), std::back_inserter(alone),
               [](ReadingFate const& fate) { return fate.is_alone; });
  std::size_t accusations = 0;
  std::size_t unreported = 0;
  for (ReadingFate const& fate : fates) {
    accusations += fate.failing.size();
    if (!fate.is_alone) continue;
    show(fate, fate.readings.front());
    if (fate.is_named || !options.transforms.empty() || options.http) continue;
    ++unreported;
    std::cout << fmt::format("unnamed  {}: no vector passes by it, so no report would name it\n",
                             fate.readings.front());
  }
  if (!options.fates.empty()) write_file(options.fates, fates_text(alone));
  for (ReadingFate const& fate : fates) {
    if (!fate.is_alone) show(fate, fmt::format("[{}]", fmt::join(fate.readings, ", ")));
  }
  for (std::string const& reading : without_rule) std::cout << fmt::format("no rule  {}\n", reading);
  std::cout << fmt::format(
      "{} readings and {} combinations judged: {} false accusations, {} readings that no vector "
      "names, {} without a rule\n",
      alone.size(), fates.size() - alone.size(), accusations, unreported, without_rule.size());
  return accusations == 0 && unreported == 0 && without_rule.empty();
}

int judge_edition(ReadingsOptions const& options, Suite const& suite, std::vector<Deviation> rules) {
  rules = rules_of_edition(std::move(rules), suite.registry);
  std::vector<std::string> without_rule;
  if (options.decisions.empty()) without_rule = readings_without_rule(suite.registry, rules);
  // Several of some decisions are another implementation than several of all.
  bool const are_of_some = !options.decisions.empty() && (options.public_ones || options.combinations > 0);
  if (are_of_some) std::erase_if(rules, [&](Deviation const& rule) { return !is_chosen(rule, options.decisions); });
  ReadingsPlan plan = plan_of(options, rules, suite.registry);
  if (options.transforms.empty() && !are_of_some)
    plan.files = ResultFiles::of(options.data.folders(), KeptKind::readings, suite.registry);
  if (plan.record) static_cast<void>(demand_files(plan.files));
  JudgedReadings const made = judged(options, suite, plan);
  show_played(made.played);
  bool const is_well =
      options.public_ones ? show_public(options, made.fates.front()) : show_all(options, made.fates, without_rule);
  return is_well && made.played.refuted.empty() ? 0 : 1;
}

int judge(ReadingsOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = suite_of(options, folders);
  std::vector<Deviation> const rules = read_readings(folders.spec);
  demand_known_readings(rules, suite.registry);
  return measure_by_editions(options.edition, suite, [&](Suite const& suite_of_edition, bool is_newest) {
    ReadingsOptions of_edition = options;
    if (!is_newest) of_edition.fates.clear();
    return judge_edition(of_edition, suite_of_edition, rules);
  });
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
      ->add_option("--transforms", options->transforms,
                   "Play the vectors that 'run --transforms' makes, or those of 'run --transforms all', with hostile "
                   "texts and with what changes nothing beside their input, and no others")
      ->expected(0, 1)
      ->default_str("usual")
      ->check(CLI::IsMember({"usual", "all"}))
      ->option_text("[usual|all]");
  command
      ->add_option("--share", options->share,
                   "With --transforms: make them of one vector in so many, which the seed chooses (default 1)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}))
      ->option_text("N");
  command->add_flag("--http", options->http,
                    "Play vectors of requests and of answers over HTTP as 'run', and in no other way; that no vector "
                    "names a reading is not reported then");
  command
      ->add_option("--seed", options->seed,
                   "Of the random choices: combinations, hostile texts, crossings, the share (default 1), and of "
                   "--check (default another one each time)")
      ->option_text("S");
  options->kept.add_to(*command);
  command->add_option(
      "--fates", options->fates,
      "Write to this file, a line of JSON per reading, which vectors it answers otherwise, and how they "
      "come out, by the newest edition");
  options->edition.add_to_measuring(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = judge(*options); });
}

}  // namespace conformance
