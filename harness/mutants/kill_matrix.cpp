#include "harness/mutants/kill_matrix.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/vectors/needs.hpp"

namespace conformance::killing {
namespace {

bool cites(CitingVector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

MutantFate fate_of(Mutant const& mutant, std::vector<CitingVector> const& vectors, Kills const& kills,
                   Needs const& needs) {
  MutantFate fate{
      .mutant = mutant.id, .clause = mutant.clause, .killers = {}, .own_killers = {}, .blamers = {}, .own_blamers = {}};
  for (CitingVector const& vector : vectors) {
    if (!kills(mutant, vector.id)) continue;
    fate.killers.push_back(vector.id);
    if (cites(vector, mutant.clause)) fate.own_killers.push_back(vector.id);
  }
  VectorIds const failed(fate.killers.begin(), fate.killers.end());
  VectorIds const own(fate.own_killers.begin(), fate.own_killers.end());
  for (std::string const& vector : fate.killers) {
    if (!needs.roots_of(vector, failed).empty()) continue;
    fate.blamers.push_back(vector);
    if (own.contains(vector)) fate.own_blamers.push_back(vector);
  }
  return fate;
}

/// The needs that no mutant shows to be one.
std::vector<Need> idle_needs(std::vector<CitingVector> const& vectors, std::vector<MutantFate> const& fates) {
  std::map<std::string, std::set<std::size_t>> killed_by;
  for (std::size_t place = 0; place < fates.size(); ++place) {
    for (std::string const& vector : fates[place].killers) killed_by[vector].insert(place);
  }
  std::vector<Need> idle;
  for (CitingVector const& vector : vectors) {
    std::set<std::size_t> const& killed = killed_by[vector.id];
    for (std::string const& need : vector.needs) {
      std::set<std::size_t> const& by_need = killed_by[need];
      bool const proven =
          std::any_of(killed.begin(), killed.end(), [&](std::size_t fate) { return by_need.contains(fate); });
      if (!proven) idle.push_back({.vector = vector.id, .needed = need});
    }
  }
  return idle;
}

}  // namespace
}  // namespace conformance::killing

namespace conformance {

KillMatrix kill_matrix(std::vector<Mutant> const& mutants, std::vector<CitingVector> const& vectors,
                       Kills const& kills) {
  KillMatrix matrix;
  Needs needs;
  for (CitingVector const& vector : vectors) needs.add(vector.id, vector.needs);
  std::set<std::string> useful;
  std::set<std::pair<std::string, std::string>> proven;
  for (Mutant const& mutant : mutants) {
    MutantFate fate = killing::fate_of(mutant, vectors, kills, needs);
    matrix.kills += fate.killers.size();
    matrix.blames += fate.blamers.size();
    matrix.blames_of_own_clause += fate.own_blamers.size();
    useful.insert(fate.killers.begin(), fate.killers.end());
    for (std::string const& vector : fate.own_killers) proven.emplace(fate.clause, vector);
    if (fate.own_killers.empty()) matrix.survivors.push_back(fate.mutant);
    if (!fate.own_killers.empty() && fate.own_blamers.empty()) matrix.unblamed.push_back(fate.mutant);
    matrix.fates.push_back(std::move(fate));
  }
  for (CitingVector const& vector : vectors) {
    if (!useful.contains(vector.id)) matrix.useless_vectors.push_back(vector.id);
    for (std::string const& clause : vector.clauses) {
      if (!proven.contains({clause, vector.id})) matrix.unproven_citations.push_back({clause, vector.id});
    }
  }
  matrix.idle_needs = killing::idle_needs(vectors, matrix.fates);
  if (matrix.blames > 0)
    matrix.precision = static_cast<double>(matrix.blames_of_own_clause) / static_cast<double>(matrix.blames);
  return matrix;
}

}  // namespace conformance
