#include "harness/proof/readings/followed_readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/deviations/split_when_loading.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {

Reading const& reading_of(Deviation const& rule, ClauseRegistry const& registry) {
  static Reading const undecided{.name = "", .profiles = {}, .text = "", .is_public = true};
  if (rule.clause == undecided_public_point) return undecided;
  Decision const* const decision = registry.find_decision(rule.clause);
  Reading const* const reading = decision == nullptr ? nullptr : decision->find(rule.reading);
  if (reading == nullptr)
    throw HarnessError(fmt::format("a rule is about {} {}, which is not in decisions.md", rule.clause, rule.reading));
  return *reading;
}

void demand_known_readings(std::vector<Deviation> const& rules, ClauseRegistry const& all_editions) {
  for (Deviation const& rule : rules) static_cast<void>(reading_of(rule, all_editions));
}

std::vector<Deviation> rules_of_edition(std::vector<Deviation> rules, ClauseRegistry const& registry) {
  std::erase_if(rules, [&](Deviation const& rule) {
    if (rule.clause == undecided_public_point) return false;
    Decision const* const decision = registry.find_decision(rule.clause);
    Reading const* const reading = decision == nullptr ? nullptr : decision->find(rule.reading);
    return reading == nullptr || is_taken_as_written(*reading);
  });
  return rules;
}

bool is_about(Vector const& vector, std::string const& decision, ClauseRegistry const& registry) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry.find_clause(id);
    return clause != nullptr &&
           std::find(clause->contested.begin(), clause->contested.end(), decision) != clause->contested.end();
  });
}

std::vector<FollowedReadings> followed_alone(std::vector<Deviation> const& rules, ClauseRegistry const& registry) {
  std::vector<FollowedReadings> followed;
  for (Deviation const& rule : rules) {
    Reading const& reading = reading_of(rule, registry);
    if (rule.unobservable.empty())
      followed.push_back({.name = rule.id,
                          .rules = {&rule},
                          .profile = reading.is_departure ? Profile::live : Profile::lenient,
                          .is_alone = true});
  }
  return followed;
}

std::vector<FollowedReadings> followed_together(std::vector<Deviation> const& rules, ClauseRegistry const& registry,
                                                std::size_t count, std::uint64_t seed) {
  std::map<std::string, std::vector<Deviation const*>> by_decision;
  for (Deviation const& rule : rules) {
    if (rule.unobservable.empty() && !reading_of(rule, registry).is_departure)
      by_decision[rule.clause].push_back(&rule);
  }
  std::mt19937_64 dice(seed);
  std::vector<FollowedReadings> followed;
  for (std::size_t round = 1; round <= count; ++round) {
    FollowedReadings chosen{.name = fmt::format("combination {} of seed {}", round, seed), .rules = {}};
    for (auto const& [decision, of_decision] : by_decision) {
      // The reference's own reading is one of the choices.
      std::size_t const choice = dice() % (of_decision.size() + 1);
      if (choice < of_decision.size()) chosen.rules.push_back(of_decision[choice]);
    }
    followed.push_back(std::move(chosen));
  }
  return followed;
}

FollowedReadings followed_public(std::vector<Deviation> const& rules, ClauseRegistry const& registry) {
  FollowedReadings followed{.name = "public", .rules = {}};
  for (Deviation const& rule : rules) {
    if (rule.unobservable.empty() && reading_of(rule, registry).is_public) followed.rules.push_back(&rule);
  }
  return followed;
}

Follower::Follower(FollowedReadings readings, ClauseRegistry const& registry, DeviationJudge const& judge)
    : readings_(std::move(readings)), registry_(registry), judge_(judge) {
  std::vector<Deviation const*> const& rules = readings_.rules;
  // What one reading changes of a recorded run is found out without sending anything.
  all_ = judge.way() == Way::http && rules.size() == 1 ? *rules.front() : all_at_once(rules);
  if (judge.way() != Way::load) return;
  all_.operations = {"split"};
  when_loading_ = made_when_loading(all_);
}

bool Follower::supports(Vector const& vector) const {
  std::vector<std::string> const& features = vector.requires_.features;
  return std::none_of(readings_.rules.begin(), readings_.rules.end(), [&](Deviation const* rule) {
    return std::find(features.begin(), features.end(), reading_of(*rule, registry_).without) != features.end();
  });
}

std::optional<FollowedVector> Follower::play(Vector const& vector) const {
  if (!supports(vector)) return std::nullopt;
  if (judge_.way() == Way::load && !loads_as_split(vector)) return std::nullopt;
  std::optional<Attempt> const attempt = judge_.attempt_of(vector, when_loading_ ? *when_loading_ : all_);
  if (!attempt) return std::nullopt;
  Judgement const& judgement = attempt->judgement;
  std::string const way = attempt->way == Way::direct ? "" : fmt::format("[{}]", way_name(attempt->way));
  FollowedVector followed{.change = fmt::format("{}{}{} {}", way, way.empty() ? "" : " ", status_name(judgement.status),
                                                judgement.reading)};
  if (is_failure(judgement.status))
    followed.failure = fmt::format("{}{}: {}", way.empty() ? "" : " ", way, judgement.detail);
  return followed;
}

std::string Follower::digest() const {
  Json parts = {profile_name(readings_.profile), way_name(judge_.way())};
  for (Deviation const* const rule : readings_.rules)
    parts.push_back({rule->clause, rule->reading, rule->makeup().digest, reading_of(*rule, registry_).without});
  return sha256(parts.dump());
}

bool Follower::asks_further() const {
  bool const is_one_played_directly =
      judge_.way() == Way::direct && readings_.rules.size() == 1 && readings_.profile == Profile::lenient;
  return !is_one_played_directly || readings_.rules.front()->makeup().asks_further;
}

}  // namespace conformance
