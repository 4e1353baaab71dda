#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/commands/selection.hpp"

namespace conformance {
namespace {

struct ListOptions {
  DataOptions data;
  Selection selection;
  bool clauses = false;
  bool missing = false;
};

std::string marks(Clause const& clause) {
  std::string text;
  if (clause.native) text += " · native";
  if (clause.unobservable) text += " · unobservable";
  if (!clause.awaits.empty()) text += fmt::format(" · awaits {}", CLI::detail::join(clause.awaits, ", "));
  if (clause.group == Group::ours) text += " · ours";
  if (!clause.contested.empty()) text += fmt::format(" · contested {}", CLI::detail::join(clause.contested, ", "));
  return text;
}

int list_clauses(ListOptions const& options, Corpus const& corpus, ClauseRegistry const& registry) {
  std::map<std::string, int> citations;
  for (Vector const& vector : corpus.vectors) {
    for (std::string const& id : vector.clauses) ++citations[id];
  }
  int shown = 0;
  for (Clause const& clause : registry.clauses()) {
    int const count = citations[clause.id];
    if (options.missing && (count > 0 || !clause.testable())) continue;
    ++shown;
    std::cout << fmt::format("{:<10} {}{} — {} vectors — {}\n", clause.id, level_name(clause.level), marks(clause),
                             count, clause.statement);
  }
  if (options.missing && shown == 0) std::cout << "every testable clause has a vector\n";
  return 0;
}

int list(ListOptions const& options) {
  DataFolders const folders = options.data.folders();
  ClauseRegistry const registry = read_clause_registry(folders.spec);
  Corpus const corpus = read_corpus(folders.vectors);
  if (options.clauses || options.missing) return list_clauses(options, corpus, registry);
  for (Vector const* const vector : selected_vectors(options.selection, corpus, registry)) {
    std::cout << fmt::format("{:<60} {}\n", vector->id, CLI::detail::join(vector->clauses, " "));
  }
  return 0;
}

}  // namespace

void add_list_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ListOptions>();
  CLI::App* const command =
      app.add_subcommand("list", "List vectors with their clauses, or clauses with their vectors counted");
  command->footer("Example: prompty-conformance list --filter 'wire/*'");
  command->add_option("--filter", options->selection.filters, "Only vectors whose id matches this glob (repeatable)");
  command->add_option("--clause", options->selection.clauses, "Only vectors of this clause (repeatable)");
  command->add_flag("--clauses", options->clauses, "List the clauses instead");
  command->add_flag("--missing", options->missing, "List the testable clauses that no vector checks yet");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = list(*options); });
}

}  // namespace conformance
