#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/scenario/matcher.hpp"
#include "mock-provider/scenario/scenario.hpp"

namespace mock_provider {

/// Why a step did not take a request, or several in a row for the same reason.
struct PassedOver {
  std::size_t first = 0;  ///< of the steps, counted from 0
  std::size_t last = 0;
  std::string reason;

  bool operator==(PassedOver const&) const = default;
};

/// How a scenario came to its answer.
struct Choice {
  std::optional<std::size_t> step;      ///< that took the request, counted from 0
  std::vector<PassedOver> passed_over;  ///< of the steps before it, or of all when none took it
  std::size_t omitted = 0;              ///< reasons beyond the first twenty
  std::string sequence;                 ///< the value of the scenario's header, "" without one

  bool operator==(Choice const&) const = default;
};

/// A step that was requested less often than the scenario says.
struct UnplayedStep {
  std::string scenario;
  std::size_t step = 1;   ///< counted from 1
  std::size_t steps = 1;  ///< how many the scenario has
  std::uint64_t played = 0;
  std::optional<std::uint64_t> plays;  ///< how often it was to be played; nothing: at least once
  std::string sequence = {};           ///< the value of the scenario's header, "" without one

  bool operator==(UnplayedStep const&) const = default;
};

/// The step that takes a request.
struct Played {
  Response const* respond;  ///< lives as long as the player
  std::size_t step = 0;     ///< counted from 0
  std::uint64_t seed = 0;   ///< of what the answer makes up
  std::uint64_t key = 0;    ///< of the sequence of requests in which it was played
  Choice choice;
};

/// Why no step takes a request.
struct NoStep {
  std::string message;  ///< one sentence per line, with the difference to the nearest step
  std::string pointer;  ///< JSON pointer into the body where the nearest step differs, "" when it is not in the body
  Choice choice;
};

/// Plays one scenario: the first step from the top that has plays left and whose matcher holds takes the request. A
/// step without a path in its matcher waits for requests to a model only. Where the scenario names a header, each of
/// its values plays all steps by itself. Thread-safe.
class Player {
 public:
  Player(std::string name, Scenario scenario);

  /// nothing: the request asks no model and no step names its path, so it is not the scenario's business.
  [[nodiscard]] std::optional<std::variant<Played, NoStep>> take(MatchableRequest const& request);
  /// Makes a step that could not answer as unplayed as it was before.
  void put_back(Played const& played);
  void rewind();

  [[nodiscard]] std::vector<UnplayedStep> unplayed() const;
  [[nodiscard]] std::string const& name() const { return name_; }
  [[nodiscard]] Scenario const& scenario() const { return scenario_; }
  [[nodiscard]] std::uint64_t turns() const;
  /// Before the held frames of this scenario's streams.
  [[nodiscard]] std::shared_ptr<FrameGate> const& gate() const { return gate_; }

 private:
  /// How far one sequence of requests has come.
  struct Sequence {
    std::string value;  ///< of the header
    std::vector<std::uint64_t> played;
    std::uint64_t turns = 0;
  };
  /// One request on its way from step to step.
  struct Search {
    MatchableRequest const& request;
    std::uint64_t key = 0;  ///< of its sequence
    Choice choice = {};
    bool concerns_scenario = false;
  };

  /// The key of a request's sequence, which is there from then on; nothing when there are too many.
  [[nodiscard]] std::optional<std::uint64_t> sequence_of(MatchableRequest const& request, Choice& choice);
  [[nodiscard]] Sequence begun(std::string value) const;
  [[nodiscard]] std::optional<Played> try_step(Search& search, std::size_t index);
  [[nodiscard]] NoStep no_step(Search search) const;
  [[nodiscard]] NoStep too_many_sequences() const;
  [[nodiscard]] std::vector<std::uint64_t> played_of(std::uint64_t key) const;
  [[nodiscard]] bool is_played_out(std::size_t index, std::vector<std::uint64_t> const& played) const;

  std::string const name_;
  Scenario const scenario_;
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Sequence> sequences_;
  std::uint64_t turns_ = 0;
  std::shared_ptr<FrameGate> const gate_ = std::make_shared<FrameGate>(scenario_.lets_out);
};

/// One line for people: which step, of which scenario, how often it was played.
[[nodiscard]] std::string describe(UnplayedStep const& step);

/// The scenarios that are being played, by name. Thread-safe.
class ScenarioTable {
 public:
  /// The new player, which another thread may have replaced or removed by now.
  std::shared_ptr<Player> put(std::string const& name, Scenario scenario);
  /// Whether there was one.
  bool remove(std::string const& name);
  /// nullptr for none; the player lives on with the caller when it is replaced meanwhile.
  [[nodiscard]] std::shared_ptr<Player> find(std::string const& name) const;
  /// Every player, by name in ascending order.
  [[nodiscard]] std::vector<std::pair<std::string, std::shared_ptr<Player>>> all() const;
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Player>> players_;
};

}  // namespace mock_provider
