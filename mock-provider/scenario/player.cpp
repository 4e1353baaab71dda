#include "mock-provider/scenario/player.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "mock-provider/scenario/masking.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider {
namespace {

constexpr std::size_t most_sequences = 10'000;
constexpr std::size_t most_reasons = 20;
/// Of the requests that have no value of the header, and of all where the scenario names none.
constexpr std::uint64_t common_sequence = 0;
constexpr std::string_view played_out = "played out";

bool may_take(Step const& step, Route const& route) {
  if (calls_model(route)) return true;
  return step.match && step.match->path;
}

/// Consecutive steps that are passed over for the same reason make one entry.
void pass_over(Choice& choice, std::size_t index, std::string_view reason) {
  std::vector<PassedOver>& entries = choice.passed_over;
  if (!entries.empty() && entries.back().last + 1 == index && entries.back().reason == reason) {
    entries.back().last = index;
  } else if (entries.size() == most_reasons) {
    ++choice.omitted;
  } else {
    entries.push_back({.first = index, .last = index, .reason = std::string(reason)});
  }
}

}  // namespace

Player::Player(std::string name, Scenario scenario) : name_(std::move(name)), scenario_(std::move(scenario)) {
  rewind();
}

std::optional<std::variant<Played, NoStep>> Player::take(MatchableRequest const& request) {
  Search search{.request = request, .concerns_scenario = needs_step(request.route)};
  std::optional<std::uint64_t> const key = sequence_of(request, search.choice);
  if (!key) return too_many_sequences();
  search.key = *key;
  for (std::size_t index = 0; index < scenario_.steps.size(); ++index) {
    if (std::optional<Played> taken = try_step(search, index)) return std::move(*taken);
  }
  if (!search.concerns_scenario) return std::nullopt;
  return no_step(std::move(search));
}

std::optional<std::uint64_t> Player::sequence_of(MatchableRequest const& request, Choice& choice) {
  std::string const* const value =
      scenario_.sequence_header ? header_named(request.headers, *scenario_.sequence_header) : nullptr;
  if (value == nullptr || value->empty()) return common_sequence;
  constexpr std::size_t longest_shown = 100;
  choice.sequence = json_text::shortened(shown_header(*scenario_.sequence_header, *value), longest_shown);
  std::uint64_t const key = deterministic::hash(*value);
  std::lock_guard const lock(mutex_);
  if (sequences_.contains(key)) return key;
  if (sequences_.size() > most_sequences) return std::nullopt;
  sequences_[key] = begun(choice.sequence);
  return key;
}

Player::Sequence Player::begun(std::string value) const {
  return {.value = std::move(value), .played = std::vector<std::uint64_t>(scenario_.steps.size(), 0)};
}

std::optional<Played> Player::try_step(Search& search, std::size_t index) {
  Step const& step = scenario_.steps[index];
  if (!may_take(step, search.request.route)) {
    pass_over(search.choice, index, "names no path, which only requests to a model do without");
    return std::nullopt;
  }
  if (step.match) {
    if (std::optional<Mismatch> const found = mismatch(*step.match, search.request)) {
      pass_over(search.choice, index, found->message);
      return std::nullopt;
    }
  }
  search.concerns_scenario = true;
  // Matching takes long beside this, so that only this is done by one request at a time.
  std::lock_guard const lock(mutex_);
  Sequence& sequence = sequences_[search.key];
  // Another thread may have rewound the scenario meanwhile.
  if (sequence.played.empty()) sequence = begun(search.choice.sequence);
  if (is_played_out(index, sequence.played)) {
    pass_over(search.choice, index, played_out);
    return std::nullopt;
  }
  ++sequence.played[index];
  ++turns_;
  search.choice.step = index;
  // The key makes the ids of one test differ from those of another, whatever other tests send between its requests.
  return Played{.respond = &step.respond,
                .step = index,
                .seed = deterministic::seed_of_turn(name_, scenario_.seed, search.key + sequence.turns++),
                .key = search.key,
                .choice = std::move(search.choice)};
}

void Player::put_back(Played const& played) {
  std::lock_guard const lock(mutex_);
  auto const found = sequences_.find(played.key);
  // Another thread may have rewound the scenario meanwhile.
  if (found == sequences_.end() || found->second.played.empty()) return;
  std::uint64_t& count = found->second.played[played.step];
  if (count > 0) --count;
}

void Player::rewind() {
  std::lock_guard const lock(mutex_);
  sequences_.clear();
  sequences_[common_sequence] = begun("");
  turns_ = 0;
  gate_->close();
}

std::uint64_t Player::turns() const {
  std::lock_guard const lock(mutex_);
  return turns_;
}

std::vector<std::uint64_t> Player::played_of(std::uint64_t key) const {
  std::lock_guard const lock(mutex_);
  auto const found = sequences_.find(key);
  return found == sequences_.end() ? std::vector<std::uint64_t>(scenario_.steps.size(), 0) : found->second.played;
}

std::vector<UnplayedStep> Player::unplayed() const {
  std::lock_guard const lock(mutex_);
  std::vector<UnplayedStep> result;
  for (auto const& [key, sequence] : sequences_) {
    // Where every request belongs to a test, none has to come without.
    if (key == common_sequence && sequence.turns == 0 && sequences_.size() > 1) continue;
    for (std::size_t index = 0; index < sequence.played.size(); ++index) {
      std::optional<std::uint64_t> const plays = scenario_.steps[index].plays;
      if (sequence.played[index] >= plays.value_or(1)) continue;
      result.push_back({.scenario = name_,
                        .step = index + 1,
                        .steps = sequence.played.size(),
                        .played = sequence.played[index],
                        .plays = plays,
                        .sequence = sequence.value});
    }
  }
  std::sort(result.begin(), result.end(), [](UnplayedStep const& left, UnplayedStep const& right) {
    return std::pair(left.sequence, left.step) < std::pair(right.sequence, right.step);
  });
  return result;
}

bool Player::is_played_out(std::size_t index, std::vector<std::uint64_t> const& played) const {
  std::optional<std::uint64_t> const plays = scenario_.steps[index].plays;
  return plays && played[index] >= *plays;
}

NoStep Player::no_step(Search search) const {
  // From a copy: looking for the nearest step takes long, and other requests must not wait for the lock meanwhile.
  std::vector<std::uint64_t> const played = played_of(search.key);
  std::optional<Mismatch> nearest;
  std::size_t nearest_index = 0;
  for (std::size_t index = 0; index < scenario_.steps.size(); ++index) {
    Step const& step = scenario_.steps[index];
    if (is_played_out(index, played) || !step.match) continue;
    std::optional<Mismatch> found = mismatch(*step.match, search.request);
    if (!found || (nearest && found->parts_met <= nearest->parts_met)) continue;
    nearest = std::move(found);
    nearest_index = index;
  }
  std::string const request_line = fmt::format("{} {}", search.request.method, search.request.route.path);
  if (!nearest) {
    std::uint64_t answered = 0;
    for (std::uint64_t const count : played) answered += count;
    return {.message = fmt::format("Every step of the mock scenario \"{}\" that could answer {} has been played ({} "
                                   "answered before); add a step or raise its \"repeat\".",
                                   name_, request_line, answered),
            .pointer = "",
            .choice = std::move(search.choice)};
  }
  return {.message = fmt::format(
              "No step of the mock scenario \"{}\" takes {}.\nNearest is step {} of {} (/steps/{}): {}.", name_,
              request_line, nearest_index + 1, scenario_.steps.size(), nearest_index, nearest->message),
          .pointer = nearest->pointer,
          .choice = std::move(search.choice)};
}

NoStep Player::too_many_sequences() const {
  return {
      .message = fmt::format("The mock scenario \"{}\" has seen {} values of the header {}; POST /_mock/reset makes "
                             "room for others.",
                             name_, most_sequences, *scenario_.sequence_header),
      .pointer = "",
      .choice = {}};
}

std::string describe(UnplayedStep const& step) {
  std::string const wanted = step.plays ? fmt::format("{}", *step.plays) : std::string("1 or more");
  std::string const sequence = step.sequence.empty() ? "" : fmt::format(" for \"{}\"", step.sequence);
  return fmt::format("scenario \"{}\", step {} of {} was played {} of {} times{}", step.scenario, step.step, step.steps,
                     step.played, wanted, sequence);
}

std::shared_ptr<Player> ScenarioTable::put(std::string const& name, Scenario scenario) {
  std::shared_ptr<Player> player = std::make_shared<Player>(name, std::move(scenario));
  std::shared_ptr<Player> replaced = player;
  std::unique_lock const lock(mutex_);
  players_[name].swap(replaced);
  return player;
}

bool ScenarioTable::remove(std::string const& name) {
  std::unique_lock const lock(mutex_);
  return players_.erase(name) > 0;
}

std::shared_ptr<Player> ScenarioTable::find(std::string const& name) const {
  std::shared_lock const lock(mutex_);
  std::unordered_map<std::string, std::shared_ptr<Player>>::const_iterator const found = players_.find(name);
  return found == players_.end() ? nullptr : found->second;
}

std::vector<std::pair<std::string, std::shared_ptr<Player>>> ScenarioTable::all() const {
  std::vector<std::pair<std::string, std::shared_ptr<Player>>> result;
  {
    std::shared_lock const lock(mutex_);
    result.assign(players_.begin(), players_.end());
  }
  std::sort(result.begin(), result.end(), [](auto const& left, auto const& right) { return left.first < right.first; });
  return result;
}

std::size_t ScenarioTable::size() const {
  std::shared_lock const lock(mutex_);
  return players_.size();
}

}  // namespace mock_provider
