#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

#include "harness/judge/faults/standing.hpp"
#include "harness/judge/replay/varied.hpp"
#include "harness/judge/run/exchange_trace.hpp"
#include "harness/judge/variations/variation.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// An optional value that is seldom there, and then kept elsewhere: without it this takes no more than a pointer, so
/// that a hundred thousand results fit into memory. Copied, moved and tested like a std::optional.
template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(std::nullopt_t) {}
  Rare(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Rare(std::optional<T> value) : value_(value ? std::make_unique<T>(*std::move(value)) : nullptr) {}
  Rare(Rare const& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Rare(Rare&& other) noexcept = default;
  Rare& operator=(Rare other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Rare() = default;

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T& operator*() { return *value_; }
  T const& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  T const* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

enum class PlayingOrder {
  as_given,  ///< results come soon after their vectors were begun, so that a run that is cut short keeps many
  /// Those that run alone first, so that they do not hold up the others again and again. Those with long pauses
  /// are spread over the first half of the rest, which is played meanwhile, the longest first. A run that is cut short
  /// keeps less, as results are handed over in the order of the vectors.
  quickest
};

/// In which order to begin to play, as indexes into `vectors`.
[[nodiscard]] std::vector<std::size_t> order_of_play(std::vector<Vector const*> const& vectors, PlayingOrder order);

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
  bool passes_afresh = false;      ///< whether it failed, but passes in a process that had no request before
  std::string fails_after = {};    ///< id of an earlier vector after which alone it fails afresh; "" if none was found

  /// Whether it failed, but only by faults of clauses that it does not cite, at places that its own are not about.
  [[nodiscard]] bool holds_but_for_faults() const;
  /// Whether it is one of these, or shows members too many beside what its own clauses are about: those may be broken.
  [[nodiscard]] bool shows_faults_elsewhere() const;
  /// The worst status of the attempts; unsupported when there is none.
  [[nodiscard]] Status status() const;
};

/// A result of which nothing was played yet, with level and group of the vector's leading clause.
[[nodiscard]] VectorResult unplayed_result(Vector const& vector, ClauseRegistry const& registry);

/// How vectors are played, besides once.
struct PlayOptions {
  int rounds = 1;  ///< times that each is played; one that passes in some and fails in others is flaky
  /// May change a result before anybody sees it. Without it, what was said of an attempt that passed is forgotten as
  /// soon as it is judged.
  std::function<void(VectorResult&)> adjust = {};
  VariationsByTransform variations = {};  ///< under which each is played again in the ways that it passed in
  TraceFolder* traces = nullptr;          ///< where the exchange of each is written, if anywhere
  Secrets secrets = {};                   ///< masked in results and traces, once they are judged
  /// Whether to play no further vector after this result. Those that were not played are not in the results.
  std::function<bool(VectorResult const&)> is_enough = {};
  PlayingOrder order = PlayingOrder::as_given;
  /// More subjects of the same implementation, each of which plays as many vectors at once as it allows.
  std::vector<RunSubjects> more_subjects = {};
  std::set<Way> ways = {Way::direct, Way::http, Way::load, Way::process};  ///< those of the due ones that are played
  /// Once it is requested, nothing is handed over any more, not even what is played at that moment.
  std::stop_token stop = {};
};

/// What an attempt was answered, as text, without what may rightly differ between two subjects or two replays: the
/// folder `scratch` of the subject, the number of the workspace, and what the mock provider calls itself and its
/// answers. Two subjects that behave alike have equal texts.
[[nodiscard]] std::string comparable_answer(Attempt const& attempt, std::string const& scratch);

/// Plays vectors in all due ways, as many at once as the subject allows, and hands each result over in the order of
/// `vectors` as soon as it and all before it are there; `deliver` is called from one thread at a time. Results come
/// back as well, but of an attempt that passed only what a report shows: neither what was sent and answered nor
/// requests without a finding.
[[nodiscard]] std::vector<VectorResult> run_vectors(std::vector<Vector const*> const& vectors,
                                                    RunSubjects const& subjects, ClauseRegistry const& registry,
                                                    Profile profile, mock_provider::Server& mock,
                                                    std::function<void(VectorResult const&)> const& deliver,
                                                    PlayOptions const& options = {});

}  // namespace conformance
