#include "harness/proof/readings/closed_readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "harness/judge/deviations/mutant.hpp"
#include "harness/judge/deviations/split_when_loading.hpp"
#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

Reading const& reading_of(ReadingRule const& rule, ClauseRegistry const& registry) {
  static Reading const undecided{.name = "", .profiles = {}, .text = "", .is_public = true};
  if (rule.decision == undecided_public_point) return undecided;
  Decision const* const decision = registry.find_decision(rule.decision);
  Reading const* const reading = decision == nullptr ? nullptr : decision->find(rule.reading);
  if (reading == nullptr)
    throw HarnessError(fmt::format("a rule is about {} {}, which is not in decisions.md", rule.decision, rule.reading));
  return *reading;
}

bool is_about(Vector const& vector, std::string const& decision, ClauseRegistry const& registry) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry.find_clause(id);
    return clause != nullptr &&
           std::find(clause->contested.begin(), clause->contested.end(), decision) != clause->contested.end();
  });
}

/// Whether some vector has an expectation for the reading.
bool is_expected(ReadingRule const& rule, Corpus const& corpus, ClauseRegistry const& registry) {
  auto const expects = [&](Step const& step) {
    return std::any_of(step.expect.readings.begin(), step.expect.readings.end(),
                       [&](ExpectedReading const& reading) { return reading.name == rule.reading; });
  };
  return std::any_of(corpus.vectors.begin(), corpus.vectors.end(), [&](Vector const& vector) {
    return is_about(vector, rule.decision, registry) && std::any_of(vector.steps.begin(), vector.steps.end(), expects);
  });
}

/// The reference made to follow readings, one of a decision each, and what became of it so far.
class Follower {
 public:
  /// Of one vector.
  struct Outcome {
    std::string change;
    std::string failure = {};  ///< empty when it passes
    bool is_named = false;
  };

  Follower(std::vector<ReadingRule const*> rules, MutantJudge const& judge) : rules_(std::move(rules)), judge_(judge) {
    for (ReadingRule const* const rule : rules_) mutants_.push_back(rule->deviation);
    std::vector<Mutant const*> pointers;
    for (Mutant const& mutant : mutants_) {
      fate.readings.push_back(mutant.id);
      pointers.push_back(&mutant);
    }
    // What one reading changes of a recorded run is found out without sending anything.
    all_ = judge.way() == Way::http && mutants_.size() == 1 ? mutants_.front() : all_at_once(pointers);
    if (judge.way() != Way::load) return;
    all_.operations = {"split"};
    when_loading_ = made_when_loading(all_);
  }
  Follower(Follower const&) = delete;
  Follower& operator=(Follower const&) = delete;

  /// How the vector comes out; nothing when the readings change no answer of it. From several threads at once.
  [[nodiscard]] std::optional<Outcome> play(Vector const& vector, ClauseRegistry const& registry) const {
    std::vector<std::string> const& features = vector.requires_.features;
    bool const is_supported = std::none_of(rules_.begin(), rules_.end(), [&](ReadingRule const* rule) {
      return std::find(features.begin(), features.end(), reading_of(*rule, registry).without) != features.end();
    });
    if (!is_supported) return std::nullopt;
    if (judge_.way() == Way::load && !loads_as_split(vector)) return std::nullopt;
    std::optional<Attempt> const attempt = judge_.attempt_of(vector, when_loading_ ? *when_loading_ : all_);
    if (!attempt) return std::nullopt;
    Judgement const& judgement = attempt->judgement;
    std::string const played =
        attempt->way == Way::direct ? vector.id : fmt::format("{} [{}]", vector.id, way_name(attempt->way));
    Outcome outcome{.change = fmt::format("{} {} {}", played, status_name(judgement.status), judgement.reading)};
    if (is_failure(judgement.status)) outcome.failure = fmt::format("{}: {}", played, judgement.detail);
    outcome.is_named = std::any_of(rules_.begin(), rules_.end(), [&](ReadingRule const* rule) {
      return judgement.reading == rule->reading && is_about(vector, rule->decision, registry);
    });
    return outcome;
  }

  void add(Outcome outcome) {
    fate.changes.push_back(std::move(outcome.change));
    if (!outcome.failure.empty()) fate.failing.push_back(std::move(outcome.failure));
    fate.is_named = fate.is_named || outcome.is_named;
  }

  ReadingFate fate;

 private:
  std::vector<ReadingRule const*> const rules_;
  MutantJudge const& judge_;
  std::vector<Mutant> mutants_;
  Mutant all_;
  std::optional<Mutant> when_loading_;  ///< the same for split vectors that are played as `load`
};

/// Vectors that are played at the same time: many wait for tools and for answers that come late.
constexpr std::size_t players_at_once = 4;

/// Vector by vector, so that what filters read of a call is read once.
void play_all(std::deque<Follower>& followers, Corpus const& corpus, ClauseRegistry const& registry) {
  std::vector<std::vector<std::optional<Follower::Outcome>>> outcomes(corpus.vectors.size());
  std::atomic<std::size_t> next = 0;
  auto const play_some = [&] {
    for (std::size_t index = next++; index < outcomes.size(); index = next++) {
      for (Follower const& follower : followers)
        outcomes[index].push_back(follower.play(corpus.vectors[index], registry));
    }
  };
  std::vector<std::future<void>> players;
  for (std::size_t player = 0; player < players_at_once; ++player)
    players.push_back(std::async(std::launch::async, play_some));
  for (std::future<void>& player : players) player.get();
  for (std::vector<std::optional<Follower::Outcome>>& of_vector : outcomes) {
    for (std::size_t index = 0; index < of_vector.size(); ++index) {
      if (of_vector[index]) followers[index].add(std::move(*of_vector[index]));
    }
  }
}

std::vector<ReadingFate> fates_of(std::deque<Follower>& followers) {
  std::vector<ReadingFate> fates;
  for (Follower& follower : followers) fates.push_back(std::move(follower.fate));
  return fates;
}

}  // namespace

std::vector<ReadingFate> judge_readings(Corpus const& corpus, ClauseRegistry const& registry,
                                        std::vector<ReadingRule> const& rules, MutantJudge const& lenient,
                                        MutantJudge const& live) {
  std::deque<Follower> followers;
  std::vector<ReadingRule const*> followed;
  for (ReadingRule const& rule : rules) {
    Reading const& reading = reading_of(rule, registry);
    if (!rule.unobservable.empty()) continue;
    followers.emplace_back(std::vector<ReadingRule const*>{&rule}, reading.is_departure ? live : lenient);
    followed.push_back(&rule);
  }
  play_all(followers, corpus, registry);
  std::vector<ReadingFate> fates = fates_of(followers);
  for (std::size_t index = 0; index < fates.size(); ++index) {
    // In live the reference departs by itself.
    if (reading_of(*followed[index], registry).is_departure)
      fates[index].is_named = is_expected(*followed[index], corpus, registry);
    // It has no name that a report could give; that it bears on something is all that there is to show.
    if (followed[index]->decision == undecided_public_point) fates[index].is_named = !fates[index].changes.empty();
  }
  return fates;
}

std::vector<ReadingFate> judge_combinations(Corpus const& corpus, ClauseRegistry const& registry,
                                            std::vector<ReadingRule> const& rules, std::size_t count,
                                            std::uint64_t seed, MutantJudge const& lenient) {
  std::map<std::string, std::vector<ReadingRule const*>> by_decision;
  for (ReadingRule const& rule : rules) {
    if (rule.unobservable.empty() && !reading_of(rule, registry).is_departure)
      by_decision[rule.decision].push_back(&rule);
  }
  std::mt19937_64 dice(seed);
  std::deque<Follower> followers;
  for (std::size_t round = 0; round < count; ++round) {
    std::vector<ReadingRule const*> chosen;
    for (auto const& [decision, of_decision] : by_decision) {
      // The reference's own reading is one of the choices.
      std::size_t const choice = dice() % (of_decision.size() + 1);
      if (choice < of_decision.size()) chosen.push_back(of_decision[choice]);
    }
    followers.emplace_back(std::move(chosen), lenient);
  }
  play_all(followers, corpus, registry);
  return fates_of(followers);
}

ReadingFate judge_public(Corpus const& corpus, ClauseRegistry const& registry, std::vector<ReadingRule> const& rules,
                         MutantJudge const& lenient) {
  std::vector<ReadingRule const*> followed;
  for (ReadingRule const& rule : rules) {
    if (rule.unobservable.empty() && reading_of(rule, registry).is_public) followed.push_back(&rule);
  }
  std::deque<Follower> followers;
  followers.emplace_back(std::move(followed), lenient);
  play_all(followers, corpus, registry);
  return std::move(followers.front().fate);
}

std::vector<std::string> readings_without_rule(ClauseRegistry const& registry, std::vector<ReadingRule> const& rules) {
  std::vector<std::string> missing;
  for (Decision const& decision : registry.decisions()) {
    for (Reading const& reading : decision.readings) {
      bool const is_own =
          std::find(reading.profiles.begin(), reading.profiles.end(), "as-written") != reading.profiles.end();
      bool const has_rule = std::any_of(rules.begin(), rules.end(), [&](ReadingRule const& rule) {
        return rule.decision == decision.id && rule.reading == reading.name;
      });
      if (!is_own && !has_rule) missing.push_back(decision.id + " " + reading.name);
    }
  }
  return missing;
}

}  // namespace conformance
