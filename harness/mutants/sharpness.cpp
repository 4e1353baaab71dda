#include "harness/mutants/sharpness.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "harness/faults/signature.hpp"

namespace conformance {

KillMatrix measure_sharpness(Corpus const& corpus, std::vector<Mutant> const& mutants, MutantJudge const& judge) {
  std::unordered_map<std::string_view, Vector const*> by_id;
  for (Vector const& vector : corpus.vectors) by_id.emplace(vector.id, &vector);
  SignatureMaker const signatures(corpus);
  return kill_matrix(mutants, as_cited(corpus), [&](Mutant const& mutant, std::string const& vector_id) {
    std::optional<Attempt> const failure = judge.failure_of(*by_id.at(vector_id), mutant);
    return failure ? signatures.places_of(*failure) : ShownPlaces();
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
    if (clause.due() && !mutated.contains(clause.id)) missing.push_back(clause.id);
  }
  return missing;
}

}  // namespace conformance
