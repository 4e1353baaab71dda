#include "harness/report/listing.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/report/run_info.hpp"
#include "harness/run/baseline.hpp"

namespace conformance {
namespace {

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
    if (std::find(vector.clauses.begin(), vector.clauses.end(), clause.id) != vector.clauses.end())
      ids.push_back(vector.id);
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
          {"class", clause.conformance_class},
          {"section", clause.section},
          {"page", clause.file},
          {"line", clause.line},
          {"statement", clause.statement},
          {"native", clause.native},
          {"unobservable", clause.unobservable ? Json(*clause.unobservable) : Json(nullptr)},
          {"contested", clause.contested},
          {"awaits", clause.awaits},
          {"vectors", vectors_of(clause, corpus)},
          {"mutants", mutants_of(clause, mutants)}};
}

Json decision_entry(Decision const& decision) {
  Json readings = Json::array();
  for (Reading const& reading : decision.readings)
    readings.push_back({{"name", reading.name}, {"profiles", reading.profiles}, {"text", reading.text}});
  return {{"id", decision.id}, {"title", decision.title}, {"gating", decision.gating}, {"readings", readings}};
}

}  // namespace conformance
