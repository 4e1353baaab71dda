#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/report/mutation_score.hpp"
#include "harness/run/summary.hpp"
#include "harness/subject/trivial.hpp"
#include "harness/vectors/suite.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
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

/// The clauses that a trivial subject would hold; the way over HTTP is left out, since it never sends anything.
std::vector<std::string> clauses_held_by(std::string const& name, Corpus const& corpus, ClauseRegistry const& registry,
                                         mock_provider::Server& mock) {
  std::unique_ptr<Subject> const subject = make_trivial_subject(name);
  ReplayContext const context{.subject = *subject, .registry = registry, .profile = Profile::as_written, .mock = mock};
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
  std::string json;
};

int trivial(TrivialOptions const& options) {
  Suite const suite = read_suite(options.data.folders());
  std::optional<MutationScore> score;
  if (!options.json.empty()) score = read_mutation_score(options.json, suite.corpus.digest);
  if (score) score->trivial.clear();
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  bool clean = true;
  for (std::string const& name : trivial_subject_names()) {
    std::vector<std::string> const held = clauses_held_by(name, suite.corpus, suite.registry, mock);
    clean = clean && held.empty();
    if (score) score->trivial.push_back({.subject = name, .clauses_held = held.size()});
    std::cout << fmt::format("{:<13} holds {} clauses{}{}\n", name, held.size(), held.empty() ? "" : ": ",
                             CLI::detail::join(held, " "));
  }
  if (score) write_file(options.json, mutation_score_to_json(*score).dump(2) + "\n");
  return clean ? 0 : 1;
}

}  // namespace

void add_trivial_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<TrivialOptions>();
  CLI::App* const command = app.add_subcommand("trivial", "Show that subjects which understand nothing hold no clause");
  command->footer("Exit code: 0 when none holds a clause, else 1.\nExample: prompty-conformance trivial");
  command->add_option("--json", options->json,
                      "Add the numbers to this file, which 'mutants --json' wrote, for 'run --mutation-score'");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = trivial(*options); });
}

}  // namespace conformance
