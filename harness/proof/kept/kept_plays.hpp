#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/kept/kept_results.hpp"
#include "harness/proof/kept/result_files.hpp"

namespace conformance {

/// Gets a line for people now and then.
using Tell = std::function<void(std::string const& line)>;

/// Which results are played.
struct Playing {
  /// Of those that are not known, which are; all by default. Deviations and vectors are named by their indexes.
  std::function<bool(std::size_t deviation, std::size_t vector)> is_wanted = {};
  bool anew = false;  ///< those that are known, too
  /// Those that are known of one in so many vectors as well, chosen by `seed`; none without.
  std::optional<std::size_t> check_one_in = std::nullopt;
  std::uint64_t seed = 1;
};

/// What came of it.
struct Played {
  std::size_t results = 0;  ///< that were not known before
  std::size_t checked = 0;  ///< that were, and were played again
  std::vector<std::string>
      refuted;  ///< for each that came out otherwise, the deviation, the vector, and how, in a sentence
};

/// Plays vectors with deviations. Results that the files of the checkout have are not played again.
class KeptPlays {
 public:
  /// What comes of a deviation and a vector; nothing when that must not be kept. From several threads at once.
  using Play = std::function<std::optional<Outcome>(std::size_t deviation, std::size_t vector)>;

  /// Without files nothing is kept beyond this object.
  KeptPlays(KeptResults results, std::optional<ResultFiles> files, Tell tell);

  [[nodiscard]] KeptResults const& results() const { return results_; }

  /// Plays what is wanted, so many vectors at once, and keeps it, now and then while it is at it as well. What is not
  /// kept counts as a result that was not known.
  Played play(Playing const& playing, std::size_t at_once, Play const& play);

 private:
  [[nodiscard]] std::vector<std::size_t> due_deviations(std::size_t vector, Playing const& playing);
  void play_vector(std::size_t vector, Playing const& playing, Play const& play, Played& played_so_far);
  void take(std::size_t deviation, std::size_t vector, std::optional<Outcome> outcome, Play const& play,
            Played& played_so_far);
  void keep();

  KeptResults results_;
  std::optional<ResultFiles> files_;
  Tell tell_;
  std::mutex mutex_;  ///< of results and what was played
};

/// The vectors of a corpus as results know them.
[[nodiscard]] std::vector<ResultVector> result_vectors(Corpus const& corpus, ClauseRegistry const& registry,
                                                       SignatureMaker const& signatures);

}  // namespace conformance
