#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mock-provider/frame_gate.hpp"
#include "mock-provider/matching_request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider {

/// A step that was requested less often than the scenario says.
struct UnplayedStep {
  std::string scenario;
  std::size_t step = 1;   ///< counted from 1
  std::size_t steps = 1;  ///< how many the scenario has
  std::uint64_t played = 0;
  std::optional<std::uint64_t> plays;  ///< how often it was to be played; nothing: at least once

  bool operator==(UnplayedStep const&) const = default;
};

/// The step that takes a request.
struct Played {
  Response const* respond;  ///< lives as long as the player
  std::uint64_t turn = 0;   ///< how many requests the scenario has answered before
};

/// Why no step takes a request.
struct NoStep {
  std::string message;  ///< one sentence per line, with the difference to the nearest step
  std::string pointer;  ///< JSON pointer into the body where the nearest step differs, "" when it is not in the body
};

/// Plays one scenario: the first step from the top that has plays left and whose matcher holds takes the request. A
/// step without a path in its matcher waits for requests to a model only. Thread-safe.
class Player {
 public:
  Player(std::string name, Scenario scenario);

  /// nothing: the request asks no model and no step names its path, so it is not the scenario's business.
  [[nodiscard]] std::optional<std::variant<Played, NoStep>> take(MatchableRequest const& request);
  void rewind();

  [[nodiscard]] std::vector<UnplayedStep> unplayed() const;
  [[nodiscard]] Scenario const& scenario() const { return scenario_; }
  [[nodiscard]] std::uint64_t turns() const;
  /// Before the held frames of this scenario's streams.
  [[nodiscard]] std::shared_ptr<FrameGate> const& gate() const { return gate_; }

 private:
  /// How far the scenario has come.
  struct State {
    std::vector<std::uint64_t> played;
    std::uint64_t turns = 0;
  };

  [[nodiscard]] State state() const;
  /// From a copy of the state: looking for the nearest step takes long, and the lock must not be held meanwhile.
  [[nodiscard]] NoStep no_step(MatchableRequest const& request, State const& state) const;
  [[nodiscard]] bool has_plays_left(std::size_t index, std::vector<std::uint64_t> const& played) const;

  std::string const name_;
  Scenario const scenario_;
  mutable std::mutex mutex_;
  std::vector<std::uint64_t> played_;
  std::uint64_t turns_ = 0;
  std::shared_ptr<FrameGate> const gate_ = std::make_shared<FrameGate>();
};

/// One line for people: which step, of which scenario, how often it was played.
[[nodiscard]] std::string describe(UnplayedStep const& step);

}  // namespace mock_provider
