#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/mutants/recorded_fates.hpp"
#include "harness/mutants/sharpness.hpp"
#include "harness/report/mutation_score.hpp"
#include "harness/subject/in_process.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct MutantsOptions {
  DataOptions data;
  bool all = false;
  std::string json;
  std::string fates;
};

/// What is wrong with the suite itself, a line each.
void show_faults(KillMatrix const& matrix) {
  for (Citation const& citation : matrix.unproven_citations)
    std::cout << fmt::format("unproven  {:<10} {}\n", citation.clause, citation.vector);
  for (std::string const& id : matrix.useless_vectors) std::cout << fmt::format("useless   {}\n", id);
  for (std::string const& id : matrix.unblamed) std::cout << fmt::format("unblamed  {}\n", id);
  for (Need const& need : matrix.idle_needs)
    std::cout << fmt::format("idle      {} needs {}\n", need.vector, need.needed);
}

int mutants(MutantsOptions const& options) {
  DataFolders const folders = options.data.folders();
  ClauseRegistry const registry = read_clause_registry(folders.spec);
  Corpus const corpus = read_corpus(folders.vectors);
  InProcessSubject reference;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  if (!options.json.empty()) write_file(options.json, "");
  if (!options.fates.empty()) write_file(options.fates, "");
  KillMatrix const matrix = measure_sharpness(corpus, registry, all_mutants(), reference, mock);
  for (MutantFate const& fate : matrix.fates) {
    bool const survives = fate.own_killers.empty();
    if (!survives && !options.all) continue;
    std::cout << fmt::format("{:<9} {:<10} {:<50} {} own, {} in all; {} blame it, {} in all\n",
                             survives ? "SURVIVES" : "dead", fate.clause, fate.mutant, fate.own_killers.size(),
                             fate.killers.size(), fate.own_blamers.size(), fate.blamers.size());
  }
  show_faults(matrix);
  std::vector<std::string> const missing = clauses_without_mutant(registry, all_mutants());
  for (std::string const& id : missing) std::cout << fmt::format("no mutant {}\n", id);
  std::cout << fmt::format(
      "{} of {} mutants dead by a vector of their clause, {} unproven citations, {} useless vectors, precision {:.1f} "
      "%\n",
      all_mutants().size() - matrix.survivors.size(), all_mutants().size(), matrix.unproven_citations.size(),
      matrix.useless_vectors.size(), matrix.precision * 100);
  if (!options.json.empty())
    write_file(options.json, mutation_score_to_json(mutation_score(matrix, corpus.digest)).dump(2) + "\n");
  if (!options.fates.empty()) write_file(options.fates, fates_text(matrix, corpus.digest));
  return matrix.survivors.empty() && matrix.unblamed.empty() && missing.empty() ? 0 : 1;
}

}  // namespace

void add_mutants_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MutantsOptions>();
  CLI::App* const command =
      app.add_subcommand("mutants", "Break each clause on purpose and show that a vector notices");
  command->footer(
      "Exit code: 0 when every mutant is killed by a vector of its own clause that fails in its own right, else 1.\n"
      "Precision: of the failures in their own right (of no vector that the failing one needs) the share that cites "
      "the "
      "broken clause.\nExample: prompty-conformance mutants --all");
  command->add_flag("--all", options->all, "Show the dead mutants too");
  command->add_option("--json", options->json, "Write the numbers to this file, for 'run --mutation-score'");
  command->add_option("--fates", options->fates,
                      "Write to this file, a line of JSON per mutant, which vectors fail under it and which of them "
                      "blame their own clauses; for 'lint --fates'");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = mutants(*options); });
}

}  // namespace conformance
