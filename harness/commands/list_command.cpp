#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/commands/selection.hpp"
#include "harness/mutants/mutant.hpp"
#include "harness/report/listing.hpp"
#include "harness/vectors/suite.hpp"

namespace conformance {
namespace {

struct ListOptions {
  DataOptions data;
  Selection selection;
  bool clauses = false;
  bool missing = false;
  bool json = false;
  std::string provenance;
};

/// As an option takes it: a page writes "both readings".
std::string word_of(Provenance provenance) {
  return CLI::detail::find_and_replace(std::string(provenance_name(provenance)), " ", "-");
}

std::string marks(Clause const& clause) {
  std::string text;
  if (clause.native) text += " · native";
  if (clause.unobservable) text += " · unobservable";
  if (!clause.awaits.empty()) text += fmt::format(" · awaits {}", CLI::detail::join(clause.awaits, ", "));
  if (clause.group == Group::ours) text += " · ours";
  if (clause.provenance != Provenance::none) text += fmt::format(" · {}", provenance_name(clause.provenance));
  if (!clause.contested.empty()) text += fmt::format(" · contested {}", CLI::detail::join(clause.contested, ", "));
  return text;
}

void print_json(Json const& document) {
  std::cout << document.dump(2) << "\n";
}

/// All clauses, or those that vectors have to hold and none does.
std::vector<Clause const*> listed_clauses(ListOptions const& options, Corpus const& corpus,
                                          ClauseRegistry const& registry) {
  std::set<std::string> cited;
  for (Vector const& vector : corpus.vectors) cited.insert(vector.clauses.begin(), vector.clauses.end());
  std::vector<Clause const*> listed;
  for (Clause const& clause : registry.clauses()) {
    if (options.missing && (cited.contains(clause.id) || !clause.testable())) continue;
    if (!options.provenance.empty() && word_of(clause.provenance) != options.provenance) continue;
    listed.push_back(&clause);
  }
  return listed;
}

void print_clauses(std::vector<Clause const*> const& clauses, Corpus const& corpus) {
  std::map<std::string, int> citations;
  for (Vector const& vector : corpus.vectors) {
    for (std::string const& id : vector.clauses) ++citations[id];
  }
  for (Clause const* const clause : clauses) {
    std::cout << fmt::format("{:<10} {}{} — {} vectors — {}\n", clause->id, level_name(clause->level), marks(*clause),
                             citations[clause->id], clause->statement);
  }
  if (clauses.empty()) std::cout << "every testable clause has a vector\n";
}

void list_clauses(ListOptions const& options, Corpus const& corpus, ClauseRegistry const& registry,
                  FileTree const& spec) {
  std::vector<Clause const*> const clauses = listed_clauses(options, corpus, registry);
  if (!options.json) return print_clauses(clauses, corpus);
  Json document = listing_head(corpus);
  document["clauses"] = Json::array();
  std::vector<Mutant> const mutants = read_mutants(spec);
  for (Clause const* const clause : clauses) document["clauses"].push_back(clause_entry(*clause, corpus, mutants));
  print_json(document);
}

void list_vectors(ListOptions const& options, Corpus const& corpus, ClauseRegistry const& registry) {
  std::vector<Vector const*> const vectors = selected_vectors(options.selection, corpus, registry);
  if (options.json) {
    Json document = listing_head(corpus);
    document["vectors"] = Json::array();
    for (Vector const* const vector : vectors) document["vectors"].push_back(vector_entry(*vector));
    return print_json(document);
  }
  for (Vector const* const vector : vectors)
    std::cout << fmt::format("{:<60} {}\n", vector->id, CLI::detail::join(vector->clauses, " "));
}

int list(ListOptions const& options) {
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  if (options.clauses || options.missing)
    list_clauses(options, suite.corpus, suite.registry, folders.spec);
  else
    list_vectors(options, suite.corpus, suite.registry);
  return 0;
}

}  // namespace

void add_list_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ListOptions>();
  CLI::App* const command =
      app.add_subcommand("list", "List vectors with their clauses, or clauses with their vectors counted");
  command->footer("Example: prompty-conformance list --filter 'wire/*'");
  CLI::Option* const filter = command->add_option("--filter", options->selection.filters,
                                                  "Only vectors whose id matches this glob (repeatable)");
  CLI::Option* const clause =
      command->add_option("--clause", options->selection.clauses, "Only vectors of this clause (repeatable)");
  CLI::Option* const clauses = command->add_flag("--clauses", options->clauses, "List the clauses instead");
  clauses->excludes(filter)->excludes(clause);
  command
      ->add_option("--provenance", options->provenance,
                   "Only the clauses that the public specification has (public), that it reads otherwise "
                   "(both-readings), or that it does not have (extension)")
      ->check(CLI::IsMember({"public", "both-readings", "extension"}))
      ->needs(clauses);
  command->add_flag("--missing", options->missing, "List the testable clauses that no vector checks yet")
      ->excludes(filter)
      ->excludes(clause);
  command->add_flag(
      "--json", options->json,
      "As JSON for programs: files, operations, digests, readings; of clauses, marks, vectors and mutants");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = list(*options); });
}

}  // namespace conformance
