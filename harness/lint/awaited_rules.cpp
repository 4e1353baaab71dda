#include <fmt/core.h>

#include <algorithm>

#include "harness/files/text_file.hpp"
#include "harness/lint/lint.hpp"
#include "harness/vectors/vector_file.hpp"

namespace conformance {
namespace {

Json read_schema_file(std::filesystem::path const& path) {
  return parse_json_file(read_file(path), path.string());
}

void add_words(Json const& words, std::set<std::string>& names) {
  for (Json const& word : words) names.insert(word.get<std::string>());
}

}  // namespace

AwaitedNames read_awaited_names(std::filesystem::path const& vectors_folder, Capabilities const& reference) {
  std::filesystem::path const folder = vectors_folder / "schema";
  Json const protocol = read_schema_file(folder / "protocol.schema.json");
  Json const vectors = read_schema_file(folder / "vectors.schema.json");
  AwaitedNames names;
  Json const& declared = protocol.at("definitions").at("Capabilities").at("properties");
  for (std::string const member : {"operations", "apiTypes", "features"})
    add_words(declared.at(member).at("items").at("enum"), names.known);
  Json const& required = vectors.at("definitions").at("vector").at("properties").at("requires").at("properties");
  add_words(required.at("providers").at("items").at("enum"), names.known);
  add_words(vectors.at("definitions").at("operation").at("enum"), names.here);
  names.here.insert(reference.api_types.begin(), reference.api_types.end());
  names.here.insert(reference.providers.begin(), reference.providers.end());
  names.here.insert(reference.features.begin(), reference.features.end());
  return names;
}

std::vector<LintFinding> lint_awaited(ClauseRegistry const& registry, AwaitedNames const& names) {
  std::vector<LintFinding> findings;
  for (Clause const& clause : registry.clauses()) {
    if (clause.awaits.empty()) continue;
    for (std::string const& name : clause.awaits) {
      if (!names.known.contains(name))
        findings.push_back({.rule = "unknown-awaited",
                            .place = clause.id,
                            .message = fmt::format("{}:{}: awaits {}, which is no operation, API type, provider or "
                                                   "feature of the protocol",
                                                   clause.file, clause.line, name)});
    }
    bool const all_here = std::all_of(clause.awaits.begin(), clause.awaits.end(),
                                      [&](std::string const& name) { return names.here.contains(name); });
    if (all_here)
      findings.push_back({.rule = "stale-awaits",
                          .place = clause.id,
                          .message = fmt::format("{}:{}: all that it awaits is here; write vectors and take the mark "
                                                 "away",
                                                 clause.file, clause.line)});
  }
  return findings;
}

}  // namespace conformance
