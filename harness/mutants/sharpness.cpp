#include "harness/mutants/sharpness.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "harness/mutants/mutated_subject.hpp"
#include "harness/replay/replay.hpp"

namespace conformance {
namespace {

bool fails(Vector const& vector, Subject& subject, ClauseRegistry const& registry, mock_provider::Server& mock) {
  ReplayContext const context{.subject = subject, .registry = registry, .profile = Profile::as_written, .mock = mock};
  return is_failure(replay_direct(vector, context, Way::direct).judgement.status);
}

}  // namespace

KillMatrix measure_sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Mutant> const& mutants,
                             Subject& reference, mock_provider::Server& mock) {
  std::map<std::string, Vector const*> by_id;
  std::vector<CitingVector> citing;
  for (Vector const& vector : corpus.vectors) {
    citing.push_back({.id = vector.id, .clauses = vector.clauses});
    if (!fails(vector, reference, registry, mock)) by_id.emplace(vector.id, &vector);
  }
  return kill_matrix(mutants, citing, [&](Mutant const& mutant, std::string const& vector_id) {
    auto const found = by_id.find(vector_id);
    if (found == by_id.end()) return false;
    MutatedSubject mutated(mutant, reference);
    return fails(*found->second, mutated, registry, mock);
  });
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

}  // namespace conformance
