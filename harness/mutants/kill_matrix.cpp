#include "harness/mutants/kill_matrix.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace conformance::killing {
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

}  // namespace
}  // namespace conformance::killing

namespace conformance {

KillMatrix kill_matrix(std::vector<Mutant> const& mutants, std::vector<CitingVector> const& vectors,
                       Kills const& kills) {
  KillMatrix matrix;
  std::set<std::string> useful;
  std::set<std::pair<std::string, std::string>> proven;
  for (Mutant const& mutant : mutants) {
    MutantFate fate = killing::fate_of(mutant, vectors, kills);
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

}  // namespace conformance
