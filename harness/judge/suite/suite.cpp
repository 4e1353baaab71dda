#include "harness/judge/suite/suite.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {
namespace {

Json clause_digested(Clause const& clause) {
  return {{"id", clause.id},
          {"level", level_name(clause.level)},
          {"group", group_name(clause.group)},
          {"class", clause.conformance_class},
          {"exempt", !clause.testable()},
          {"contested", clause.contested}};
}

Json decision_digested(Decision const& decision) {
  Json readings = Json::array();
  for (Reading const& reading : decision.readings)
    readings.push_back({{"name", reading.name}, {"profiles", reading.profiles}, {"departure", reading.is_departure}});
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
  ClauseRegistry registry = suite.registry.of_edition(edition);
  bool const has_all = registry.clauses().size() == suite.registry.clauses().size();
  suite.registry = std::move(registry);
  if (has_all) return suite;
  drop_vectors_without_clause(suite);
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
