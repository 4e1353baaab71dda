#include "harness/commands/selection.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/input_error.hpp"
#include "harness/matching/glob.hpp"

namespace conformance {
namespace {

bool cites(Vector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

}  // namespace

std::vector<Vector const*> selected_vectors(Selection const& selection, Corpus const& corpus,
                                            ClauseRegistry const& registry) {
  for (std::string const& glob : selection.filters) {
    bool const some = std::any_of(corpus.vectors.begin(), corpus.vectors.end(),
                                  [&](Vector const& vector) { return matches_glob(glob, vector.id); });
    if (!some)
      throw HarnessError(
          fmt::format("the filter '{}' matches no vector; 'prompty-conformance list' shows their ids", glob));
  }
  for (std::string const& id : selection.clauses) {
    if (registry.find_clause(id) == nullptr)
      throw InputError(fmt::format("there is no clause {}; 'prompty-conformance list --clauses' shows them", id));
    bool const some = std::any_of(corpus.vectors.begin(), corpus.vectors.end(),
                                  [&](Vector const& vector) { return cites(vector, id); });
    if (!some)
      throw HarnessError(
          fmt::format("no vector checks the clause {}; 'prompty-conformance explain {}' says why", id, id));
  }
  std::vector<Vector const*> selected;
  for (Vector const& vector : corpus.vectors) {
    bool const by_filter = selection.filters.empty() || matches_any(selection.filters, vector.id);
    bool const by_clause =
        selection.clauses.empty() || std::any_of(selection.clauses.begin(), selection.clauses.end(),
                                                 [&](std::string const& id) { return cites(vector, id); });
    if (by_filter && by_clause) selected.push_back(&vector);
  }
  if (selected.empty()) throw HarnessError("no vector is selected: --filter and --clause have none in common");
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

}  // namespace conformance
