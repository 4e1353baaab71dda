#include "harness/commands/command.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "harness/judge/files/input_error.hpp"
#include "mock-provider/matching/pattern.hpp"

namespace conformance {
namespace {

std::size_t number_in(std::string const& text, std::size_t begin, std::size_t end) {
  std::size_t number = 0;
  char const* const last = text.data() + end;
  auto const [stopped, problem] = std::from_chars(text.data() + begin, last, number);
  return problem == std::errc() && stopped == last ? number : 0;
}

}  // namespace

void DataOptions::add_to(CLI::App& command) {
  command.add_option("--vectors", vectors, "Folder of the vectors (default: those that come with this program)");
  command.add_option("--spec", spec, "Folder of the specification pages (default: those that come with this program)");
}

DataFolders DataOptions::folders() const {
  return find_data_folders(vectors, spec, {.program = program_path(), .embedded = embedded_files()});
}

std::vector<Vector const*> selected_vectors(Selection const& selection, Corpus const& corpus,
                                            ClauseRegistry const& registry) {
  for (std::string const& glob : selection.filters) {
    bool const some = std::any_of(corpus.vectors.begin(), corpus.vectors.end(),
                                  [&](Vector const& vector) { return matches_glob(glob, vector.id); });
    if (!some)
      throw InputError(
          fmt::format("the filter '{}' matches no vector; 'prompty-conformance list' shows their ids", glob));
  }
  for (std::string const& id : selection.clauses) {
    if (registry.find_clause(id) == nullptr)
      throw InputError(fmt::format("there is no clause {}; 'prompty-conformance list --clauses' shows them", id));
    bool const some = std::any_of(corpus.vectors.begin(), corpus.vectors.end(),
                                  [&](Vector const& vector) { return vector.cites(id); });
    if (!some)
      throw InputError(
          fmt::format("no vector checks the clause {}; 'prompty-conformance explain {}' says why", id, id));
  }
  std::vector<Vector const*> selected;
  for (Vector const& vector : corpus.vectors) {
    bool const by_filter = selection.filters.empty() || matches_any(selection.filters, vector.id);
    bool const by_clause =
        selection.clauses.empty() || std::any_of(selection.clauses.begin(), selection.clauses.end(),
                                                 [&](std::string const& id) { return vector.cites(id); });
    if (by_filter && by_clause) selected.push_back(&vector);
  }
  if (selected.empty()) throw InputError("no vector is selected: --filter and --clause have none in common");
  return selected;
}

std::set<std::string> required_classes(std::vector<std::string> const& named, ClauseRegistry const& registry) {
  std::set<std::string> known;
  for (Clause const& clause : registry.clauses()) {
    if (clause.group == Group::documents) known.insert(clause.conformance_class);
  }
  for (std::string const& name : named) {
    if (!known.contains(name))
      throw InputError(fmt::format("--require {}: no such class; known are {}", name, fmt::join(known, ", ")));
  }
  return {named.begin(), named.end()};
}

Shard parse_shard(std::string const& text) {
  std::size_t const slash = text.find('/');
  Shard shard{.number = 0, .count = 0};
  if (slash != std::string::npos)
    shard = {.number = number_in(text, 0, slash), .count = number_in(text, slash + 1, text.size())};
  if (shard.number == 0 || shard.number > shard.count)
    throw InputError(
        fmt::format("--shard {}: must be NUMBER/COUNT with a number from 1 to the count, such as 2/8", text));
  return shard;
}

std::vector<Vector const*> vectors_of_shard(std::vector<Vector const*> const& vectors, Shard const& shard) {
  std::vector<Vector const*> chosen;
  for (std::size_t place = shard.number - 1; place < vectors.size(); place += shard.count)
    chosen.push_back(vectors[place]);
  return chosen;
}

}  // namespace conformance
