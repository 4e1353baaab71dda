#include "harness/proof/sharpness/kill_matrix.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace conformance {
namespace {

bool cites(CitingVector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

MutantFate fate_of(Deviation const& mutant, std::vector<CitingVector> const& vectors, Killers killers) {
  MutantFate fate{.mutant = mutant.id, .clause = mutant.clause, .killers = {}, .own_killers = {}, .shown = {}};
  for (auto& [index, places] : killers) {
    CitingVector const& vector = vectors.at(index);
    fate.killers.push_back(vector.id);
    fate.shown.push_back(std::move(places));
    if (cites(vector, mutant.clause)) fate.own_killers.push_back(vector.id);
  }
  return fate;
}

}  // namespace

KillMatrix kill_matrix(std::vector<Deviation> const& mutants, std::vector<CitingVector> const& vectors,
                       std::function<Killers(Deviation const& mutant)> const& killers) {
  KillMatrix matrix;
  std::set<std::string> useful;
  std::set<std::pair<std::string, std::string>> proven;
  for (Deviation const& mutant : mutants) {
    MutantFate fate = fate_of(mutant, vectors, killers(mutant));
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

std::vector<CitingVector> as_cited(Corpus const& corpus) {
  std::vector<CitingVector> citing;
  for (Vector const& vector : corpus.vectors) citing.push_back({.id = vector.id, .clauses = vector.clauses});
  return citing;
}

std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry, std::vector<Deviation> const& mutants) {
  std::set<std::string> mutated;
  for (Deviation const& mutant : mutants) mutated.insert(mutant.clause);
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

}  // namespace conformance
