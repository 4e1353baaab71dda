#pragma once

#include <functional>
#include <set>
#include <stop_token>
#include <vector>

#include "harness/faults/standing.hpp"
#include "harness/rare.hpp"
#include "harness/replay/replay.hpp"
#include "harness/run/playing_order.hpp"
#include "harness/run/trace_folder.hpp"
#include "harness/vectors/corpus.hpp"
#include "harness/vectors/rewritings.hpp"

namespace conformance {

/// Whose answers are judged.
struct RunSubjects {
  Subject& judged;
  Subject* process_twin = nullptr;  ///< the same implementation as an adapter process; its answers must be equal
  int at_once = 0;                  ///< vectors that are played at a time; 0: as many as `judged` allows
};

/// A vector with every way in which it was played. `attempts` is empty when nothing applied.
struct VectorResult {
  Vector const* vector = nullptr;
  std::vector<Attempt> attempts;
  std::string unsupported_reason;  ///< why nothing applied
  bool gating = true;              ///< whether a failure may decide the exit code
  Level level = Level::must;       ///< of its clauses
  Group group = Group::documents;  ///< of its clauses
  Rare<Blame> blame = {};          ///< what its failure comes from, once the run was diagnosed

  /// Whether it failed, but only by faults of clauses that it does not cite, at places that its own are not about.
  [[nodiscard]] bool holds_but_for_faults() const;
  /// The worst status of the attempts; unsupported when there is none.
  [[nodiscard]] Status status() const;
};

/// How vectors are played, besides once.
struct PlayOptions {
  int rounds = 1;  ///< times that each is played; one that passes in some and fails in others is flaky
  std::function<void(VectorResult&)> adjust = {};  ///< may change a result before anybody sees it
  /// Rewritings of its input under which each is played again in the ways that it passed in.
  std::set<Transform> transforms = {};
  NamedRewritings rewritings = {};  ///< for those of them that have names
  TraceFolder* traces = nullptr;    ///< where the exchange of each is written, if anywhere
  Secrets secrets = {};             ///< masked in results and traces, once they are judged
  /// Whether to play no further vector after this result. Those that were not played are not in the results.
  std::function<bool(VectorResult const&)> is_enough = {};
  PlayingOrder order = PlayingOrder::as_given;
  /// More subjects of the same implementation, each of which plays as many vectors at once as it allows.
  std::vector<RunSubjects> more_subjects = {};
  std::set<Way> ways = {Way::direct, Way::http, Way::load, Way::process};  ///< those of the due ones that are played
  /// Once it is requested, nothing is handed over any more, not even what is played at that moment.
  std::stop_token stop = {};
};

/// Plays vectors in all due ways, as many at once as the subject allows, and hands each result over in the order of
/// `vectors` as soon as it and all before it are there; `deliver` is called from
/// one thread at a time. Results come back as well, but of an attempt that passed
/// only what a report shows: neither what was sent and answered nor requests without a finding.
[[nodiscard]] std::vector<VectorResult> run_vectors(std::vector<Vector const*> const& vectors,
                                                    RunSubjects const& subjects, ClauseRegistry const& registry,
                                                    Profile profile, mock_provider::Server& mock,
                                                    std::function<void(VectorResult const&)> const& deliver,
                                                    PlayOptions const& options = {});

}  // namespace conformance
