#include "harness/judge/report/listing.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/replay/scenario.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/judge/verdict/judgement.hpp"
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

std::vector<std::string> mutants_of(Clause const& clause, std::vector<Deviation> const& mutants) {
  std::vector<std::string> ids;
  for (Deviation const& mutant : mutants) {
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
  Json entry = {{"name", reading.name},
                {"profiles", reading.profiles},
                {"departure", reading.is_departure},
                {"text", reading.text}};
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

Json names_of(std::vector<std::string> const& named, std::set<std::string> const& found,
              std::set<std::string> const& usual) {
  std::set<std::string> names(named.begin(), named.end());
  std::set_intersection(found.begin(), found.end(), usual.begin(), usual.end(), std::inserter(names, names.end()));
  return names;
}

/// What an implementation has to declare for the vector to be put to it: what its `requires` names, and of that which
/// is understood what its agents use.
Json needs_entry(Vector const& vector) {
  Needs const found = needs_of(vector);
  Needs const& usual = usual_needs();
  Requirements const& named = vector.requires_;
  return {{"features", names_of(named.features, found.features, usual.features)},
          {"providers", names_of(named.providers, found.providers, usual.providers)},
          {"apiTypes", names_of(named.api_types, found.api_types, usual.api_types)},
          {"connectionKinds", names_of(named.connection_kinds, found.connection_kinds, usual.connection_kinds)}};
}

/// For each step, by profile, the readings that pass, in the order in which they are tried, and those that leave a MUST
/// knowingly; nothing for a step without.
Json accepted_entry(Vector const& vector, ClauseRegistry const& registry) {
  Json accepted = Json::array();
  for (Step const& step : vector.steps) {
    Json of_step = Json::object();
    for (Profile const profile : {Profile::as_written, Profile::lenient, Profile::live}) {
      if (step.expect.readings.empty()) break;
      Json names = Json::array();
      for (ExpectedReading const& reading : accepted_readings(step.expect, vector, registry, profile))
        names.push_back(reading.name);
      of_step[std::string(profile_name(profile))] = std::move(names);
    }
    for (Departure const& departure : departures(step.expect, vector, registry))
      of_step["departures"].push_back({{"name", departure.reading->name}, {"decision", departure.decision}});
    accepted.push_back(std::move(of_step));
  }
  return accepted;
}

/// What depends on the clauses and readings of an edition.
Json judging_entry(Vector const& vector, ClauseRegistry const& registry) {
  Clause const& leading = registry.leading_clause(vector.clauses);
  bool const is_extension = std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    return registry.find_clause(id)->group == Group::extensions;
  });
  return {{"level", level_name(leading.level)},
          {"group", group_name(leading.group)},
          {"extension", is_extension},
          {"needs", needs_entry(vector)},
          {"accepted", accepted_entry(vector, registry)}};
}

/// Adds to the entry of each vector how it is judged by the oldest edition that has it, and by edition what is
/// otherwise there; and to the document the digests that the reports of runs by an edition carry.
void add_editions(Json& document, Suite const& suite) {
  std::map<std::string, Json*> entries;
  for (Json& entry : document["vectors"]) {
    entry["editions"] = Json::object();
    entries[entry["id"]] = &entry;
  }
  for (std::string const& edition : suite.registry.editions()) {
    Suite const judged = suite_of_edition(suite, edition);
    document["editionDigests"][edition] = judged.corpus.digest;
    for (Vector const& vector : judged.corpus.vectors) {
      Json& entry = *entries.at(vector.id);
      Json const judging = judging_entry(vector, judged.registry);
      if (entry["editions"].empty()) entry.update(judging);
      Json otherwise = Json::object();
      for (auto const& [member, value] : judging.items()) {
        if (entry[member] != value) otherwise[member] = value;
      }
      entry["editions"][edition] = std::move(otherwise);
    }
  }
}

/// For each step what its params have besides what is given, `${FOLDER}` for the folder of the files, and whether
/// events of type `status` are counted.
Json steps_entry(Vector const& vector) {
  Json steps = Json::array();
  for (Step const& step : vector.steps) {
    Json const whole = params_of(step, vector, Profile::as_written, "${FOLDER}");
    Json params = Json::object();
    for (auto const& [name, value] : whole.items()) {
      if (!step.given.contains(name) || step.given[name] != value) params[name] = value;
    }
    steps.push_back({{"params", std::move(params)}, {"namesStatus", names_status(step.expect)}});
  }
  return steps;
}

/// What the options of a runner may name; a level decides by those that it lists.
Json options_entry(Json const& schemas, std::vector<std::string> const& editions) {
  auto const named = [&](char const* place) { return schemas.value(Json::json_pointer(place), Json::array()); };
  Json operations = Json::array();
  for (auto const& [name, schema] : member(member(schemas, "protocol"), "operations").items()) {
    if (name != "initialize") operations.push_back(name);
  }
  return {{"operations", operations},
          {"errors", named("/protocol/definitions/ErrorData/properties/kind/enum")},
          {"features", named("/protocol/definitions/Capabilities/properties/features/items/enum")},
          {"apiTypes", named("/protocol/definitions/Capabilities/properties/apiTypes/items/enum")},
          {"connectionKinds", named("/protocol/definitions/Capabilities/properties/connectionKinds/items/enum")},
          {"profile", {"as-written", "lenient", "live"}},
          {"edition", editions},
          {"level",
           {{"must", {"MUST", "MUST NOT"}},
            {"should", {"MUST", "MUST NOT", "SHOULD", "SHOULD NOT"}},
            {"all", {"MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"}}}},
          {"include", {"ours", "extensions"}},
          {"transforms", {"crlf", "bom", "no-final-newline", "key-order", "unicode-escape"}}};
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

Json clause_entry(Clause const& clause, Corpus const& corpus, std::vector<Deviation> const& mutants) {
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

Json export_document(Suite const& suite, std::vector<Deviation> const& mutants, FileTree const& vectors,
                     FileTree const& schemas) {
  Json document = listing_head(suite.corpus);
  document["editions"] = suite.registry.editions();
  document["clauses"] = Json::array();
  for (Clause const& clause : suite.registry.clauses())
    document["clauses"].push_back(clause_entry(clause, suite.corpus, mutants));
  document["decisions"] = Json::array();
  for (Decision const& decision : suite.registry.decisions()) document["decisions"].push_back(decision_entry(decision));
  document["vectors"] = Json::array();
  for (Vector const& vector : suite.corpus.vectors) {
    Json entry = vector_entry(vector);
    entry["source"] = *vector.source;
    entry["steps"] = steps_entry(vector);
    if (vector.provider || vector.mcp) entry["scenario"] = scenario_of(vector);
    document["vectors"].push_back(std::move(entry));
  }
  add_editions(document, suite);
  document["fixtures"] = fixtures_of(suite.corpus);
  document["matching"] = matching_cases_of(vectors.below("matching"));
  document["schemas"] = documents_of(schemas, ".schema.json");
  document["options"] = options_entry(document["schemas"], suite.registry.editions());
  document["protocolVersion"] = protocol_version;
  document["unsetMembers"] = shapes_with_unset_members();
  return document;
}

}  // namespace conformance
