#include "mock-provider/player.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mock_provider {
namespace player {
namespace {

bool may_take(Step const& step, Route const& route) {
  if (asks_model(route)) return true;
  return step.match && step.match->path;
}

}  // namespace
}  // namespace player

Player::Player(std::string name, Scenario scenario)
    : name_(std::move(name)), scenario_(std::move(scenario)), played_(scenario_.steps.size(), 0) {}

std::optional<std::variant<Played, NoStep>> Player::take(MatchableRequest const& request) {
  bool concerns_scenario = needs_step(request.route);
  for (std::size_t index = 0; index < scenario_.steps.size(); ++index) {
    Step const& step = scenario_.steps[index];
    if (!player::may_take(step, request.route)) continue;
    bool const holds = !step.match || !mismatch(*step.match, request);
    if (!holds) continue;
    concerns_scenario = true;
    // Matching takes long beside this, so that only this is done by one request at a time.
    std::lock_guard const lock(mutex_);
    if (!has_plays_left(index, played_)) continue;
    ++played_[index];
    return Played{.respond = &step.respond, .turn = turns_++};
  }
  if (!concerns_scenario) return std::nullopt;
  return no_step(request, state());
}

Player::State Player::state() const {
  std::lock_guard const lock(mutex_);
  return {.played = played_, .turns = turns_};
}

void Player::rewind() {
  std::lock_guard const lock(mutex_);
  std::fill(played_.begin(), played_.end(), 0U);
  turns_ = 0;
  gate_->close();
}

std::uint64_t Player::turns() const {
  std::lock_guard const lock(mutex_);
  return turns_;
}

std::vector<UnplayedStep> Player::unplayed() const {
  std::lock_guard const lock(mutex_);
  std::vector<UnplayedStep> result;
  for (std::size_t index = 0; index < played_.size(); ++index) {
    std::optional<std::uint64_t> const plays = scenario_.steps[index].plays;
    if (played_[index] >= plays.value_or(1)) continue;
    result.push_back(
        {.scenario = name_, .step = index + 1, .steps = played_.size(), .played = played_[index], .plays = plays});
  }
  return result;
}

bool Player::has_plays_left(std::size_t index, std::vector<std::uint64_t> const& played) const {
  std::optional<std::uint64_t> const plays = scenario_.steps[index].plays;
  return !plays || played[index] < *plays;
}

NoStep Player::no_step(MatchableRequest const& request, State const& state) const {
  std::optional<Mismatch> nearest;
  std::size_t nearest_index = 0;
  for (std::size_t index = 0; index < scenario_.steps.size(); ++index) {
    Step const& step = scenario_.steps[index];
    if (!has_plays_left(index, state.played) || !step.match) continue;
    std::optional<Mismatch> found = mismatch(*step.match, request);
    if (!found || (nearest && found->parts_met <= nearest->parts_met)) continue;
    nearest = std::move(found);
    nearest_index = index;
  }
  std::string const request_line = fmt::format("{} {}", request.method, request.route.path);
  if (!nearest) {
    return {.message = fmt::format("Every step of the mock scenario \"{}\" that could answer {} has been played ({} "
                                   "answered before); add a step or raise its \"repeat\".",
                                   name_, request_line, state.turns),
            .pointer = ""};
  }
  return {.message = fmt::format(
              "No step of the mock scenario \"{}\" takes {}.\nNearest is step {} of {} (/steps/{}): {}.", name_,
              request_line, nearest_index + 1, scenario_.steps.size(), nearest_index, nearest->message),
          .pointer = nearest->pointer};
}

std::string describe(UnplayedStep const& step) {
  std::string const wanted = step.plays ? fmt::format("{}", *step.plays) : std::string("1 or more");
  return fmt::format("scenario \"{}\", step {} of {} was played {} of {} times", step.scenario, step.step, step.steps,
                     step.played, wanted);
}

}  // namespace mock_provider
