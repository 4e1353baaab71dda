#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/judge/clauses/code_places.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/listing.hpp"
#include "harness/judge/suite/suite.hpp"

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

/// The editions that have it, and what changes in one.
std::string editions_of(Clause const& clause) {
  std::string text = clause.span.is_everything() ? "" : " · " + span_text(clause.span);
  for (ClauseChange const& change : clause.changes) {
    if (change.level) text += fmt::format(" · {} since {}", level_name(*change.level), change.since);
    if (change.provenance) text += fmt::format(" · {} since {}", provenance_name(*change.provenance), change.since);
  }
  return text;
}

std::string marks(Clause const& clause) {
  std::string text;
  if (clause.native) text += " · native";
  if (clause.unobservable) text += " · unobservable";
  if (clause.group != Group::documents) text += " · ours";
  if (clause.provenance != Provenance::none) text += fmt::format(" · {}", provenance_name(clause.provenance));
  if (!clause.features.empty()) text += fmt::format(" {}", fmt::join(clause.features, ", "));
  if (!clause.contested.empty()) text += fmt::format(" · contested {}", CLI::detail::join(clause.contested, ", "));
  return text + editions_of(clause);
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
  std::vector<Deviation> const mutants = read_mutants(spec);
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
  // The core that everybody is judged by is seen as a whole.
  for (Group const group : all_groups) {
    for (Vector const* const vector : vectors) {
      if (registry.leading_clause(vector->clauses).group != group) continue;
      std::cout << fmt::format("{:<60} {}{}\n", vector->id, CLI::detail::join(vector->clauses, " "),
                               group == Group::extensions ? " · extension" : "");
    }
  }
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

namespace {

struct ExportOptions {
  DataOptions data;
  std::string file;
};

int export_suite(ExportOptions const& options) {
  // Fails at once for a file that cannot be written.
  if (!options.file.empty()) write_file(options.file, "");
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  Json const document = export_document(suite, read_mutants(folders.spec), folders.vectors, folders.schemas);
  std::string const text = document.dump(1) + "\n";
  if (options.file.empty())
    std::cout << text;
  else
    write_file(options.file, text);
  return 0;
}

}  // namespace

void add_export_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ExportOptions>();
  CLI::App* const command =
      app.add_subcommand("export", "Write the whole suite as one JSON document, for a runner of your own");
  command->footer(
      "Clauses, decisions, vectors, fixtures, matching cases and schemas; export.schema.json among these describes "
      "it.\n"
      "Example: prompty-conformance export suite.json");
  command->add_option("file", options->file, "File to write (default: standard output)");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = export_suite(*options); });
}

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
    std::string editions = reading.span.is_everything() ? "" : fmt::format(" [{}]", span_text(reading.span));
    for (ReadingMark const& mark : reading.marks) editions += fmt::format(" [{} {}]", mark.name, span_text(mark.span));
    std::cout << fmt::format("  {}{}{}{}: {}\n", reading.name, profiles,
                             reading.is_public ? " [public specification]" : "", editions, reading.text);
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
                    std::vector<Deviation> const& mutants) {
  std::cout << fmt::format("{} {}{} — {}\n{} ({}), {}:{}\n", clause.id, level_name(clause.level), editions_of(clause),
                           clause.statement, clause.section, clause.conformance_class, clause.file, clause.line);
  if (clause.group != Group::documents) std::cout << "ours: the documents refer to it without saying it\n";
  if (clause.native) std::cout << "native: a unit test of the reference shows it, no operation does\n";
  if (clause.unobservable) std::cout << fmt::format("unobservable: {}\n", *clause.unobservable);
  for (std::string const& id : clause.contested) {
    if (Decision const* const decision = registry.find_decision(id)) explain_decision(*decision);
  }
  std::cout << "\nVectors:\n";
  for (Vector const& vector : corpus.vectors) {
    if (vector.cites(clause.id)) std::cout << fmt::format("  {} — {}\n", vector.id, vector.why);
  }
  std::cout << "\nMutants:\n";
  for (Deviation const& mutant : mutants) {
    if (mutant.clause == clause.id) std::cout << fmt::format("  {} — {}\n", mutant.id, mutant.breaks);
  }
}

void explain_vector(Vector const& vector, ClauseRegistry const& registry) {
  std::cout << fmt::format("{} ({})\n{}\n\n", vector.id, vector.file, vector.why);
  for (std::string const& id : vector.clauses) {
    if (Clause const* const clause = registry.find_clause(id))
      std::cout << fmt::format("{} {} — {}\n", clause->id, level_name(clause->level), clause->statement);
  }
  std::cout << "\n" << vector.source->dump(2) << "\n";
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
