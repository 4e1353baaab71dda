#pragma once

#include <functional>
#include <vector>

#include "harness/replay/replay.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// Whose answers are judged.
struct RunSubjects {
  Subject& judged;
  Subject* process_twin = nullptr;  ///< the same implementation as an adapter process; its answers must be equal
};

/// A vector with every way in which it was played. `attempts` is empty when nothing applied.
struct VectorResult {
  Vector const* vector = nullptr;
  std::vector<Attempt> attempts;
  std::string unsupported_reason;  ///< why nothing applied
  bool gating = true;              ///< whether a failure may decide the exit code in this profile
  Level level = Level::must;       ///< of its clauses
  Group group = Group::documents;  ///< of its clauses

  /// The worst status of the attempts; unsupported when there is none.
  [[nodiscard]] Status status() const;
};

/// How vectors are played, besides once.
struct PlayOptions {
  int rounds = 1;  ///< times that each is played; one that passes in some and fails in others is flaky
  std::function<void(VectorResult&)> adjust = {};  ///< may change a result before anybody sees it
  /// Whether to play no further vector after this result. Those that were not played are not in the results.
  std::function<bool(VectorResult const&)> is_enough = {};
};

/// Plays vectors in all due ways, as many at once as the subject allows, and hands each result over in the order of
/// `vectors` (a vector after those that it needs) as soon as it and all before it are there; `deliver` is called from
/// one thread at a time. Results come back as well.
[[nodiscard]] std::vector<VectorResult> run_vectors(std::vector<Vector const*> const& vectors,
                                                    RunSubjects const& subjects, ClauseRegistry const& registry,
                                                    Profile profile, mock_provider::Server& mock,
                                                    std::function<void(VectorResult const&)> const& deliver,
                                                    PlayOptions const& options = {});

/// The vectors in an order in which each stands after those that it needs, otherwise unchanged.
[[nodiscard]] std::vector<Vector const*> in_order_of_need(std::vector<Vector const*> const& vectors);

}  // namespace conformance
