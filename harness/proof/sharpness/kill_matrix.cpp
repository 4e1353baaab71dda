#include "harness/proof/sharpness/kill_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

bool cites(CitingVector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

MutantFate fate_of(Mutant const& mutant, std::vector<CitingVector> const& vectors, Kills const& kills) {
  MutantFate fate{.mutant = mutant.id, .clause = mutant.clause, .killers = {}, .own_killers = {}, .shown = {}};
  for (CitingVector const& vector : vectors) {
    ShownPlaces places = kills(mutant, vector.id);
    if (places.empty()) continue;
    fate.killers.push_back(vector.id);
    fate.shown.push_back(std::move(places));
    if (cites(vector, mutant.clause)) fate.own_killers.push_back(vector.id);
  }
  return fate;
}

using KillersOfMutants = std::unordered_map<std::string, std::unordered_map<std::string, ShownPlaces>>;

Json places_as_json(ShownPlaces const& places) {
  Json listed = Json::array();
  for (ShownPlace const& place : places)
    listed.push_back(Json::array({place.operation, place.pointer, place.is_carried}));
  return listed;
}

ShownPlaces places_from_json(Json const& listed) {
  ShownPlaces places;
  for (Json const& place : listed)
    places.insert({.operation = place.at(0).get<std::string>(),
                   .pointer = place.at(1).get<std::string>(),
                   .is_carried = place.at(2).get<bool>()});
  return places;
}

KillersOfMutants read_lines(std::istream& lines) {
  KillersOfMutants killers;
  for (std::string line; std::getline(lines, line);) {
    Json const fate = Json::parse(line);
    auto& of_mutant = killers[fate.at("mutant").get<std::string>()];
    for (auto const& [vector, places] : fate.at("killers").get_ref<Json::object_t const&>())
      of_mutant.emplace(vector, places_from_json(places));
  }
  return killers;
}

}  // namespace

KillMatrix kill_matrix(std::vector<Mutant> const& mutants, std::vector<CitingVector> const& vectors,
                       Kills const& kills) {
  KillMatrix matrix;
  std::set<std::string> useful;
  std::set<std::pair<std::string, std::string>> proven;
  for (Mutant const& mutant : mutants) {
    MutantFate fate = fate_of(mutant, vectors, kills);
    matrix.kills += fate.killers.size();
    useful.insert(fate.killers.begin(), fate.killers.end());
    for (std::string const& vector : fate.own_killers) proven.emplace(fate.clause, vector);
    if (fate.own_killers.empty()) matrix.survivors.push_back(fate.mutant);
    matrix.fates.push_back(std::move(fate));
  }
  for (CitingVector const& vector : vectors) {
    if (!useful.contains(vector.id)) matrix.useless_vectors.push_back(vector.id);
    for (std::string const& clause : vector.clauses) {
      if (!proven.contains({clause, vector.id})) matrix.unproven_citations.push_back({clause, vector.id});
    }
  }
  return matrix;
}

KillMatrix measure_sharpness(Corpus const& corpus, std::vector<Mutant> const& mutants, MutantJudge const& judge) {
  SignatureMaker const signatures(corpus);
  std::map<std::pair<Mutant const*, std::string_view>, ShownPlaces> shown;
  // Vector by vector, so that what filters read of a call is read once.
  for (Vector const& vector : corpus.vectors) {
    for (Mutant const& mutant : mutants) {
      if (std::optional<Attempt> const failure = judge.failure_of(vector, mutant))
        shown.emplace(std::pair(&mutant, std::string_view(vector.id)), signatures.places_of(*failure));
    }
  }
  return kill_matrix(mutants, as_cited(corpus), [&](Mutant const& mutant, std::string const& vector_id) {
    auto const found = shown.find({&mutant, vector_id});
    return found == shown.end() ? ShownPlaces() : found->second;
  });
}

std::vector<CitingVector> as_cited(Corpus const& corpus) {
  std::vector<CitingVector> citing;
  for (Vector const& vector : corpus.vectors) citing.push_back({.id = vector.id, .clauses = vector.clauses});
  return citing;
}

std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry, std::vector<Mutant> const& mutants) {
  std::set<std::string> mutated;
  for (Mutant const& mutant : mutants) mutated.insert(mutant.clause);
  std::vector<std::string> missing;
  for (Clause const& clause : registry.clauses()) {
    if (clause.testable() && !mutated.contains(clause.id)) missing.push_back(clause.id);
  }
  return missing;
}

MutationScore mutation_score(KillMatrix const& matrix, std::string corpus_digest) {
  return {.corpus_digest = std::move(corpus_digest),
          .mutants = matrix.fates.size(),
          .dead = matrix.fates.size() - matrix.survivors.size(),
          .unproven_citations = matrix.unproven_citations.size(),
          .useless_vectors = matrix.useless_vectors.size()};
}

std::string fates_text(KillMatrix const& matrix, std::string const& corpus_digest) {
  std::string text = Json{{"corpusDigest", corpus_digest}}.dump() + "\n";
  for (MutantFate const& fate : matrix.fates) {
    Json killers = Json::object();
    for (std::size_t at = 0; at < fate.killers.size(); ++at)
      killers.push_back({fate.killers[at], places_as_json(fate.shown[at])});
    Json const line = {{"mutant", fate.mutant}, {"clause", fate.clause}, {"killers", std::move(killers)}};
    text += line.dump() + "\n";
  }
  return text;
}

Kills read_fates(std::filesystem::path const& path, std::string const& corpus_digest) {
  std::istringstream lines(read_file(path));
  std::string about;
  std::shared_ptr<KillersOfMutants const> killers;
  try {
    std::string first;
    std::getline(lines, first);
    about = Json::parse(first).at("corpusDigest").get<std::string>();
    killers = std::make_shared<KillersOfMutants const>(read_lines(lines));
  } catch (Json::exception const& error) {
    throw InputError(
        fmt::format("{} is not what 'prompty-conformance mutants --fates' writes: {}", path.string(), error.what()));
  }
  std::string const again = fmt::format("measure again with 'prompty-conformance mutants --fates {}'", path.string());
  if (about != corpus_digest)
    throw InputError(fmt::format("{} was measured with other vectors; {}", path.string(), again));
  return [killers, file = path.string(), again](Mutant const& mutant, std::string const& vector) {
    auto const found = killers->find(mutant.id);
    if (found == killers->end())
      throw InputError(fmt::format("{} does not tell of the mutant {}; {}", file, mutant.id, again));
    auto const places = found->second.find(vector);
    return places == found->second.end() ? ShownPlaces() : places->second;
  };
}

}  // namespace conformance
