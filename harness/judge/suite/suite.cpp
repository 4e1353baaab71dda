#include "harness/judge/suite/suite.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {
namespace {

Json changes_digested(Clause const& clause) {
  Json changes = Json::array();
  for (ClauseChange const& change : clause.changes)
    changes.push_back({change.since, change.level ? level_name(*change.level) : "",
                       change.provenance ? provenance_name(*change.provenance) : "", change.features});
  return changes;
}

Json clause_digested(Clause const& clause) {
  return {{"id", clause.id},
          {"level", level_name(clause.level)},
          {"group", group_name(clause.group)},
          {"class", clause.conformance_class},
          {"exempt", !clause.testable()},
          {"contested", clause.contested},
          {"editions", {clause.span.since, clause.span.until}},
          {"changes", changes_digested(clause)}};
}

Json decision_digested(Decision const& decision) {
  Json readings = Json::array();
  for (Reading const& reading : decision.readings) {
    Json marks = Json::array();
    for (ReadingMark const& mark : reading.marks) marks.push_back({mark.name, mark.span.since, mark.span.until});
    readings.push_back({{"name", reading.name},
                        {"profiles", reading.profiles},
                        {"departure", reading.is_departure},
                        {"editions", {reading.span.since, reading.span.until}},
                        {"marks", std::move(marks)}});
  }
  return {{"id", decision.id}, {"gating", decision.gating}, {"readings", std::move(readings)}};
}

Json carried_digested(CarriedPage const& page) {
  Json digested = {{"words", page.words},
                   {"only", page.only},
                   {"namedMembers", page.named_members},
                   {"closedMembers", page.closed_members},
                   {"hostile", Json::array()},
                   {"types", Json::array()}};
  for (HostileText const& hostile : page.hostile) digested["hostile"].push_back({hostile.name, hostile.text});
  for (CarriedType const& type : page.types)
    digested["types"].push_back({type.name, type.places, type.is_name, type.is_part, type.is_written, type.except});
  return digested;
}

Json crossings_digested(CrossingPage const& page) {
  Json digested = {{"words", page.words}, {"crossings", Json::array()}};
  for (Crossing const& crossing : page.crossings)
    digested["crossings"].push_back(
        {crossing.name, crossing.clauses, crossing.operations, crossing.change, crossing.alone, crossing.malformed});
  return digested;
}

void demand_known_clauses(Suite const& suite) {
  for (Vector const& vector : suite.corpus.vectors) {
    for (std::string const& clause : vector.clauses) {
      if (suite.registry.find_clause(clause) != nullptr) continue;
      throw InputError(
          fmt::format("{}: {}: the clause {} is on no page; name the pages that belong to these vectors with --spec",
                      vector.file, vector.id, clause));
    }
  }
}

/// Whether the vector's clauses are contested by a decision that has the reading.
bool knows_reading(Vector const& vector, std::string const& reading, ClauseRegistry const& registry) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry.find_clause(id);
    return clause != nullptr &&
           std::any_of(clause->contested.begin(), clause->contested.end(), [&](std::string const& contested) {
             Decision const* const decision = registry.find_decision(contested);
             return decision != nullptr && decision->find(reading) != nullptr;
           });
  });
}

/// Takes the expectations of readings that only other editions have. A reading that none of them knows is a fault of
/// the vector, which the lint shows, and stays.
void drop_readings_of_other_editions(Suite& suite, ClauseRegistry const& all) {
  for (Vector& vector : suite.corpus.vectors) {
    for (Step& step : vector.steps) {
      std::erase_if(step.expect.readings, [&](ExpectedReading const& reading) {
        return !knows_reading(vector, reading.name, suite.registry) && knows_reading(vector, reading.name, all);
      });
    }
  }
}

/// The features by which a vector's extensions are judged.
std::set<std::string> features_of_clauses(Vector const& vector, ClauseRegistry const& registry) {
  std::set<std::string> features;
  for (std::string const& id : vector.clauses) {
    Clause const* const clause = registry.find_clause(id);
    if (clause != nullptr) features.insert(clause->features.begin(), clause->features.end());
  }
  return features;
}

/// What is demanded of everybody in this edition needs no feature, although it does in another one; and the other way
/// round.
void adjust_requirements(Suite& suite, ClauseRegistry const& all) {
  for (Vector& vector : suite.corpus.vectors) {
    std::set<std::string> const written = features_of_clauses(vector, all);
    std::set<std::string> const needed = features_of_clauses(vector, suite.registry);
    if (written == needed) continue;
    std::vector<std::string>& features = vector.requires_.features;
    std::erase_if(features, [&](std::string const& name) { return written.contains(name) && !needed.contains(name); });
    for (std::string const& name : needed) {
      if (std::find(features.begin(), features.end(), name) == features.end()) features.push_back(name);
    }
  }
}

/// Leaves the vectors all of whose clauses the registry has.
void drop_vectors_without_clause(Suite& suite) {
  std::erase_if(suite.corpus.vectors, [&](Vector const& vector) {
    return std::any_of(vector.clauses.begin(), vector.clauses.end(),
                       [&](std::string const& id) { return suite.registry.find_clause(id) == nullptr; });
  });
}

}  // namespace

std::string mutants_digest(FileTree const& spec) {
  FileTree const mutants = spec.below("mutants");
  std::string digested;
  for (std::string const& path : mutants.paths()) digested += fmt::format("{}\n{}\n", path, sha256(mutants.read(path)));
  return sha256(digested);
}

std::string suite_digest(ClauseRegistry const& registry, Corpus const& corpus, CarriedPage const& carried,
                         CrossingPage const& crossings, std::string const& mutants) {
  Json digested = {{"vectors", corpus.digest},
                   {"clauses", Json::array()},
                   {"decisions", Json::array()},
                   {"carried", carried_digested(carried)},
                   {"crossings", crossings_digested(crossings)},
                   {"mutants", mutants}};
  for (Clause const& clause : registry.clauses()) digested["clauses"].push_back(clause_digested(clause));
  for (Decision const& decision : registry.decisions()) digested["decisions"].push_back(decision_digested(decision));
  return sha256(digested.dump());
}

Suite without_extensions(Suite suite) {
  suite.registry = suite.registry.without_extensions();
  drop_vectors_without_clause(suite);
  return suite;
}

Suite suite_of_edition(Suite suite, std::string const& edition) {
  ClauseRegistry const all = std::move(suite.registry);
  suite.registry = all.of_edition(edition);
  if (all.clauses() == suite.registry.clauses() && all.decisions() == suite.registry.decisions()) return suite;
  drop_vectors_without_clause(suite);
  drop_readings_of_other_editions(suite, all);
  adjust_requirements(suite, all);
  suite.corpus.digest = suite_digest(suite.registry, suite.corpus, suite.carried, suite.crossings, suite.mutants);
  return suite;
}

Suite read_suite(DataFolders const& folders) {
  // Pages and vectors take as long as each other.
  std::future<Corpus> corpus = std::async(std::launch::async, [&folders] { return read_corpus(folders.vectors); });
  Suite suite{.registry = read_clause_registry(folders.spec),
              .corpus = corpus.get(),
              .carried = read_carried_page(folders.spec),
              .crossings = read_crossing_page(folders.spec),
              .mutants = mutants_digest(folders.spec)};
  demand_known_clauses(suite);
  suite.corpus.digest = suite_digest(suite.registry, suite.corpus, suite.carried, suite.crossings, suite.mutants);
  return suite;
}

}  // namespace conformance
