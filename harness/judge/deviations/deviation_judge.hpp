#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/judge/vectors/vector.hpp"

namespace mock_provider {
class Server;
}

namespace conformance {

/// Whether a deviation that changes an answer of the vector, which is played directly, has all of it played again: its
/// requests to the mock provider, or its files, make recorded calls no whole.
[[nodiscard]] bool is_played_anew(Vector const& vector);

/// Plays vectors against deviations of `reference`, and keeps what the reference itself answered, so that a deviation
/// costs only what it asks beyond that. All that it is given must outlive it. From several threads at once as far as
/// the reference allows it.
///
/// In `Way::direct` every vector is played so. In `Way::load` those of `split` are played as `load` where it can show
/// what they expect, as with a subject without `split`, and all others directly. In `Way::http` only vectors are played
/// for which that way is due.
class DeviationJudge {
 public:
  /// `way` is one of these three.
  DeviationJudge(ClauseRegistry const& registry, Profile profile, Subject& reference, mock_provider::Server& mock,
                 Way way = Way::direct);
  ~DeviationJudge();
  DeviationJudge(DeviationJudge const&) = delete;
  DeviationJudge& operator=(DeviationJudge const&) = delete;

  [[nodiscard]] Way way() const { return way_; }

  /// How the vector comes out under the deviation; nothing when the deviation changes no answer of it, when the
  /// reference itself fails it, or when it is not played in this way.
  [[nodiscard]] std::optional<Attempt> attempt_of(Vector const& vector, Deviation const& deviation) const;

  /// How the vector fails under the deviation; nothing when it passes, or when the reference itself fails it.
  [[nodiscard]] std::optional<Attempt> failure_of(Vector const& vector, Deviation const& deviation) const;

  /// The requests of the vector that were judged when the reference played it directly; null when nothing is expected
  /// of any, or when the reference itself fails it.
  [[nodiscard]] JudgedRequests const* requests_of(Vector const& vector) const;

  /// A digest of what the vector asked of the reference, what came back and what was sent to the provider, without what
  /// differs from run to run. As long as it is the same, so is what a deviation makes of the vector that neither asks
  /// further nor has the vector played anew.
  [[nodiscard]] std::string answers_of(Vector const& vector) const;

 private:
  class Prepared;

  [[nodiscard]] Prepared const& prepared(Vector const& vector) const;

  ClauseRegistry const& registry_;
  Profile profile_;
  Subject& reference_;
  mock_provider::Server& mock_;
  Way way_;
  mutable std::mutex mutex_;
  mutable std::map<Vector const*, std::unique_ptr<Prepared>> prepared_;
};

}  // namespace conformance
