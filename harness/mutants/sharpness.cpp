#include "harness/mutants/sharpness.hpp"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "harness/faults/signature.hpp"

namespace conformance {

KillMatrix measure_sharpness(Corpus const& corpus, std::vector<Mutant> const& mutants, MutantJudge const& judge) {
  SignatureMaker const signatures(corpus);
  std::map<std::pair<Mutant const*, std::string_view>, ShownPlaces> shown;
  // Vector by vector: what mutants have to know of a call they need to find out only once.
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
    if (clause.due() && !mutated.contains(clause.id)) missing.push_back(clause.id);
  }
  return missing;
}

}  // namespace conformance
