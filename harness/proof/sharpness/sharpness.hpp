#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/mutant_judge.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"
#include "harness/proof/sharpness/mutant_results.hpp"
#include "harness/proof/sharpness/result_files.hpp"

namespace conformance {

/// Gets a line for people now and then.
using Tell = std::function<void(std::string const& line)>;

/// Which results are played.
struct Playing {
  /// Of those that are not known, which are; all by default. Mutants and vectors are named by their indexes.
  std::function<bool(std::size_t mutant, std::size_t vector)> is_wanted = {};
  bool anew = false;  ///< those that are known, too
  /// One in so many of those that are known as well, chosen by `seed`; none without.
  std::optional<std::size_t> check_one_in = std::nullopt;
  std::uint64_t seed = 1;
};

/// What came of it.
struct Played {
  std::size_t results = 0;  ///< that were not known before
  std::size_t checked = 0;  ///< that were, and were played again
  std::vector<std::string>
      refuted;  ///< for each that came out otherwise, the mutant, the vector, and how, in a sentence
};

/// What mutants do to the vectors of a corpus. Results that the files of the checkout have are not played again.
class Sharpness {
 public:
  /// Plays each vector once, which tells whether its results still hold. All that it is given must outlive it.
  Sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Mutant> const& mutants,
            MutantJudge const& judge, std::optional<ResultFiles> files, Tell tell);

  [[nodiscard]] MutantResults const& results() const { return results_; }
  [[nodiscard]] SignatureMaker const& signatures() const { return signatures_; }

  /// Plays what is wanted and keeps it, now and then while it is at it as well.
  Played play(Playing const& playing);

  /// The conclusions from what is known of some of the mutants.
  [[nodiscard]] KillMatrix matrix(std::vector<Mutant> const& some) const;

 private:
  [[nodiscard]] std::vector<ResultVector> keyed_vectors() const;
  [[nodiscard]] std::vector<std::size_t> due_mutants(std::size_t vector, Playing const& playing);
  [[nodiscard]] ShownPlaces places_under(std::size_t mutant, std::size_t vector) const;
  void play_vector(std::size_t vector, Playing const& playing, Played& played_so_far);
  void keep();

  Corpus const& corpus_;
  ClauseRegistry const& registry_;
  std::vector<Mutant> const& mutants_;
  MutantJudge const& judge_;
  std::optional<ResultFiles> files_;
  Tell tell_;
  SignatureMaker signatures_;
  MutantResults results_;
  std::mutex mutex_;  ///< of results and what was played
};

}  // namespace conformance
