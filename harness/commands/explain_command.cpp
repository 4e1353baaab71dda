#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/clauses/code_places.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/selection.hpp"
#include "harness/input_error.hpp"
#include "harness/mutants/mutant.hpp"
#include "harness/vectors/suite.hpp"

namespace conformance {
namespace {

struct ExplainOptions {
  DataOptions data;
  std::string what;
  bool source = false;
};

void explain_decision(Decision const& decision) {
  std::cout << fmt::format("\n{} — {} ({}:{})\n", decision.id, decision.title, decision.file, decision.line);
  for (Reading const& reading : decision.readings) {
    std::string const profiles =
        reading.profiles.empty()
            ? ""
            : fmt::format(" [{}{}]", CLI::detail::join(reading.profiles, ", "), reading.is_departure ? " only" : "");
    std::cout << fmt::format("  {}{}{}: {}\n", reading.name, profiles,
                             reading.is_public ? " [public specification]" : "", reading.text);
  }
}

/// Where the reference does it; with `source` the lines, else what the comment says.
void explain_code(Clause const& clause, DataFolders const& folders, bool source) {
  std::map<std::string, std::vector<CodePlace>> const places = read_code_places(folders.reference);
  std::map<std::string, std::string> const exceptions = read_clauses_without_code(folders.spec);
  std::cout << "\nIn the reference:\n";
  auto const found = places.find(clause.id);
  if (found == places.end()) {
    auto const reason = exceptions.find(clause.id);
    std::cout << fmt::format("  no line does it: {}\n",
                             reason == exceptions.end() ? "its sources do not name this clause" : reason->second);
    return;
  }
  for (CodePlace const& place : found->second) {
    std::cout << fmt::format("  {}:{}{}\n", place.file, place.line, source ? "" : " — " + place.comment);
    if (!source) continue;
    for (std::string const& line : place.lines) std::cout << "    " << line << "\n";
  }
}

void explain_clause(Clause const& clause, Corpus const& corpus, ClauseRegistry const& registry,
                    std::vector<Mutant> const& mutants) {
  std::cout << fmt::format("{} {} — {}\n{} ({}), {}:{}\n", clause.id, level_name(clause.level), clause.statement,
                           clause.section, clause.conformance_class, clause.file, clause.line);
  if (clause.group == Group::ours) std::cout << "ours: the documents refer to it without saying it\n";
  if (!clause.awaits.empty())
    std::cout << fmt::format("no vector can show it yet: it awaits {}\n", CLI::detail::join(clause.awaits, ", "));
  if (clause.native) std::cout << "native: a unit test of the reference shows it, no operation does\n";
  if (clause.unobservable) std::cout << fmt::format("unobservable: {}\n", *clause.unobservable);
  for (std::string const& id : clause.contested) {
    if (Decision const* const decision = registry.find_decision(id)) explain_decision(*decision);
  }
  std::cout << "\nVectors:\n";
  for (Vector const& vector : corpus.vectors) {
    if (std::find(vector.clauses.begin(), vector.clauses.end(), clause.id) != vector.clauses.end())
      std::cout << fmt::format("  {} — {}\n", vector.id, vector.why);
  }
  std::cout << "\nMutants:\n";
  for (Mutant const& mutant : mutants) {
    if (mutant.clause == clause.id) std::cout << fmt::format("  {} — {}\n", mutant.id, mutant.breaks);
  }
}

void explain_vector(Vector const& vector, ClauseRegistry const& registry) {
  std::cout << fmt::format("{} ({})\n{}\n\n", vector.id, vector.file, vector.why);
  for (std::string const& id : vector.clauses) {
    if (Clause const* const clause = registry.find_clause(id))
      std::cout << fmt::format("{} {} — {}\n", clause->id, level_name(clause->level), clause->statement);
  }
  std::cout << "\n" << vector.source.dump(2) << "\n";
  if (vector.twin) std::cout << fmt::format("\nTwin: {}\n", *vector.twin);
  std::cout << fmt::format("\nprompty-conformance run --filter {}\n", vector.id);
}

int explain(ExplainOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  if (Clause const* const clause = suite.registry.find_clause(options.what)) {
    explain_clause(*clause, suite.corpus, suite.registry, read_mutants(folders.spec));
    explain_code(*clause, folders, options.source);
  } else if (Vector const* const vector = suite.corpus.find(options.what)) {
    explain_vector(*vector, suite.registry);
  } else if (Decision const* const decision = suite.registry.find_decision(options.what)) {
    explain_decision(*decision);
  } else {
    throw InputError(
        fmt::format("'{}' is no clause, vector or decision; 'prompty-conformance list' and 'list --clauses' show them",
                    options.what));
  }
  return 0;
}

}  // namespace

void add_explain_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ExplainOptions>();
  CLI::App* const command = app.add_subcommand("explain", "Explain a clause, a vector or a decision");
  command->footer("Example: prompty-conformance explain P7.1.2-03 --source");
  command->add_option("what", options->what, "A clause (P7.1.2-03), a vector (topic/id) or a decision (A-002)")
      ->required();
  command->add_flag("--source", options->source, "Show the lines of the reference that do what a clause says");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = explain(*options); });
}

}  // namespace conformance
