#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/kept/kept_plays.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"

namespace conformance {

/// What mutants do to the vectors of a corpus. Results that the files of the checkout have are not played again.
class Sharpness {
 public:
  /// All that it is given must outlive it.
  Sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Deviation> const& mutants,
            DeviationJudge const& judge, std::optional<ResultFiles> files, Tell tell);

  [[nodiscard]] KeptResults const& results() const { return plays_.results(); }
  [[nodiscard]] SignatureMaker const& signatures() const { return signatures_; }

  /// Plays what is wanted and keeps it.
  Played play(Playing const& playing);

  /// All vectors that are known to fail under the mutant.
  [[nodiscard]] Killers killers(Deviation const& mutant) const;

  /// The conclusions from what is known of some of the mutants.
  [[nodiscard]] KillMatrix matrix(std::vector<Deviation> const& some) const;

 private:
  [[nodiscard]] Outcome outcome(std::size_t mutant, std::size_t vector) const;

  Corpus const& corpus_;
  std::vector<Deviation> const& mutants_;
  DeviationJudge const& judge_;
  SignatureMaker signatures_;
  KeptPlays plays_;
};

}  // namespace conformance
