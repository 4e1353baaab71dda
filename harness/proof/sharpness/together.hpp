#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/judge/faults/shown_items.hpp"
#include "harness/judge/suite/suite.hpp"

namespace conformance {

/// How well the mistakes of subjects that make many at once were identified (README.md beside this file).
struct TogetherScore {
  std::size_t at_once = 0;          ///< mistakes of each subject
  std::size_t rounds = 0;           ///< subjects
  std::size_t mistakes = 0;         ///< of all subjects, without those that another one covers
  std::size_t found = 0;            ///< of these, those whose clause is blamed by a fault that a vector of it shows
  std::size_t faults = 0;           ///< reported for all subjects
  std::size_t belonging = 0;        ///< of these, those that blame the clause of such a mistake
  std::vector<std::string> missed;  ///< the mistakes that were not found, each with its clause
  std::vector<std::string> wrong;   ///< the faults that belong to no mistake: what is wrong, and the blamed clauses

  [[nodiscard]] double recall() const;     ///< found / mistakes, 1 when there is none
  [[nodiscard]] double precision() const;  ///< belonging / faults, 1 when there is none
  bool operator==(TogetherScore const&) const = default;
};

/// What is demanded of known mistakes: shares, as recall and precision.
struct TogetherBar {
  double recall = 1;
  double precision = 1;
};
[[nodiscard]] TogetherBar bar_of(std::size_t at_once);

/// So many subjects show enough, and take a few seconds each.
[[nodiscard]] std::size_t usual_rounds(std::size_t at_once);

/// How a round is drawn.
struct TogetherPlan {
  std::size_t at_once = 1;
  std::size_t rounds = 1;
  std::uint64_t seed = 1;
  bool unknown = false;  ///< the mistakes of a subject are not among those that it is compared with
};

/// Judges subjects with random mistakes. `at_once` is at most the number of mutants. `after_round` gets the score so
/// far.
[[nodiscard]] TogetherScore measure_together(TogetherPlan const& plan, Suite const& suite,
                                             std::vector<Deviation> const& mutants, DeviationJudge const& judge,
                                             SignatureMaker const& signatures, KnownMistakes& known,
                                             std::function<void(TogetherScore const&)> const& after_round = nullptr);

}  // namespace conformance
