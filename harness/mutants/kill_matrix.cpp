#include "harness/mutants/kill_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/matching/json.hpp"

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
