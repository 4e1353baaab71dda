#include "harness/judge/report/listing.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/json_text.hpp"

namespace conformance {
namespace {

/// Of what `list --json` and `export` write (vectors/schema/export.schema.json).
constexpr int listing_version = 1;

std::set<std::string> readings_of(Vector const& vector) {
  std::set<std::string> names;
  for (Step const& step : vector.steps) {
    for (ExpectedReading const& reading : step.expect.readings) names.insert(reading.name);
  }
  return names;
}

/// Each operation once, in the order of the steps.
std::vector<std::string> operations_of(Vector const& vector) {
  std::vector<std::string> operations;
  for (Step const& step : vector.steps) {
    if (std::find(operations.begin(), operations.end(), step.operation) == operations.end())
      operations.push_back(step.operation);
  }
  return operations;
}

std::vector<std::string> vectors_of(Clause const& clause, Corpus const& corpus) {
  std::vector<std::string> ids;
  for (Vector const& vector : corpus.vectors) {
    if (vector.cites(clause.id)) ids.push_back(vector.id);
  }
  return ids;
}

std::vector<std::string> mutants_of(Clause const& clause, std::vector<Mutant> const& mutants) {
  std::vector<std::string> ids;
  for (Mutant const& mutant : mutants) {
    if (mutant.clause == clause.id) ids.push_back(mutant.id);
  }
  return ids;
}

Json changes_of(Clause const& clause) {
  Json changes = Json::array();
  for (ClauseChange const& change : clause.changes) {
    Json shown = {{"since", change.since}};
    if (change.level) shown["level"] = level_name(*change.level);
    if (change.provenance) shown["provenance"] = provenance_name(*change.provenance);
    if (change.provenance) shown["features"] = change.features;
    changes.push_back(std::move(shown));
  }
  return changes;
}

/// With what is not the same in all editions, where there is something.
Json entry_of(Reading const& reading) {
  Json entry = {{"name", reading.name}, {"profiles", reading.profiles}, {"text", reading.text}};
  if (!reading.span.is_everything()) {
    entry["since"] = reading.span.since;
    entry["until"] = reading.span.until;
  }
  for (ReadingMark const& mark : reading.marks)
    entry["marks"].push_back({{"mark", mark.name}, {"since", mark.span.since}, {"until", mark.span.until}});
  return entry;
}

Json fixtures_of(Corpus const& corpus) {
  Json fixtures = Json::object();
  for (auto const& [name, bytes] : corpus.fixtures) {
    fixtures[name] = mock_provider::json_text::is_utf8(bytes) ? Json(bytes)
                                                              : Json{{"base64", mock_provider::base64::encoded(bytes)}};
  }
  return fixtures;
}

/// The JSON files of a folder by their path without the ending.
Json documents_of(FileTree const& folder, std::string const& ending) {
  Json documents = Json::object();
  for (std::string const& path : folder.paths()) {
    if (!path.ends_with(ending)) continue;
    documents[path.substr(0, path.size() - ending.size())] =
        parse_json_file(folder.read(path), folder.name() + "/" + path);
  }
  return documents;
}

Json matching_cases_of(FileTree const& folder) {
  Json const documents = documents_of(folder, ".json");
  Json cases = Json::object();
  for (auto const& [name, document] : documents.items()) cases[name] = document.value("cases", Json::array());
  return cases;
}

}  // namespace

Json listing_head(Corpus const& corpus) {
  return {{"schemaVersion", listing_version}, {"suiteVersion", suite_version()}, {"corpusDigest", corpus.digest}};
}

Json vector_entry(Vector const& vector) {
  return {{"id", vector.id},
          {"topic", vector.topic},
          {"file", vector.file},
          {"clauses", vector.clauses},
          {"why", vector.why},
          {"operations", operations_of(vector)},
          {"digest", content_of(vector)},
          {"gating", vector.gating},
          {"readings", readings_of(vector)}};
}

Json clause_entry(Clause const& clause, Corpus const& corpus, std::vector<Mutant> const& mutants) {
  return {{"id", clause.id},
          {"level", level_name(clause.level)},
          {"group", group_name(clause.group)},
          {"provenance", provenance_name(clause.provenance)},
          {"features", clause.features},
          {"since", clause.span.since},
          {"until", clause.span.until},
          {"changes", changes_of(clause)},
          {"class", clause.conformance_class},
          {"section", clause.section},
          {"page", clause.file},
          {"line", clause.line},
          {"statement", clause.statement},
          {"native", clause.native},
          {"unobservable", clause.unobservable ? Json(*clause.unobservable) : Json(nullptr)},
          {"contested", clause.contested},
          {"vectors", vectors_of(clause, corpus)},
          {"mutants", mutants_of(clause, mutants)}};
}

Json decision_entry(Decision const& decision) {
  Json readings = Json::array();
  for (Reading const& reading : decision.readings) readings.push_back(entry_of(reading));
  return {{"id", decision.id}, {"title", decision.title}, {"gating", decision.gating}, {"readings", readings}};
}

Json export_document(ExportParts const& parts) {
  Json document = listing_head(parts.corpus);
  document["editions"] = parts.registry.editions();
  document["clauses"] = Json::array();
  for (Clause const& clause : parts.registry.clauses())
    document["clauses"].push_back(clause_entry(clause, parts.corpus, parts.mutants));
  document["decisions"] = Json::array();
  for (Decision const& decision : parts.registry.decisions()) document["decisions"].push_back(decision_entry(decision));
  document["vectors"] = Json::array();
  for (Vector const& vector : parts.corpus.vectors) {
    Json entry = vector_entry(vector);
    entry["source"] = *vector.source;
    document["vectors"].push_back(std::move(entry));
  }
  document["fixtures"] = fixtures_of(parts.corpus);
  document["matching"] = matching_cases_of(parts.vectors.below("matching"));
  document["schemas"] = documents_of(parts.schemas, ".schema.json");
  return document;
}

}  // namespace conformance
