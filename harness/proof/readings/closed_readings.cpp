#include "harness/proof/readings/closed_readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

namespace conformance {
namespace {

constexpr std::array<Way, 3> all_ways{Way::direct, Way::load, Way::http};

/// Vectors that are played at the same time: many wait for tools and for answers that come late.
constexpr std::size_t followed_at_once = 4;

/// Whether some vector has an expectation for the reading.
bool is_expected(Deviation const& rule, Corpus const& corpus, ClauseRegistry const& registry) {
  auto const expects = [&](Step const& step) {
    return std::any_of(step.expect.readings.begin(), step.expect.readings.end(),
                       [&](ExpectedReading const& reading) { return reading.name == rule.reading; });
  };
  return std::any_of(corpus.vectors.begin(), corpus.vectors.end(), [&](Vector const& vector) {
    return is_about(vector, rule.clause, registry) && std::any_of(vector.steps.begin(), vector.steps.end(), expects);
  });
}

/// The judges of the vectors played in one way.
struct JudgesOfWay {
  JudgesOfWay(ClauseRegistry const& registry, Subject& reference, mock_provider::Server& mock, Way way)
      : lenient(registry, Profile::lenient, reference, mock, way),
        live(registry, Profile::live, reference, mock, way) {}

  DeviationJudge lenient;
  DeviationJudge live;
};

/// All that may be judged of a corpus: in each way, each of the followed readings.
class Followers {
 public:
  /// `followed` must outlive it.
  Followers(Corpus const& corpus, ClauseRegistry const& registry, std::vector<FollowedReadings> const& followed,
            Subject& reference, mock_provider::Server& mock)
      : corpus_(corpus) {
    for (Way const way : all_ways) {
      JudgesOfWay const& judges = judges_.emplace_back(registry, reference, mock, way);
      for (FollowedReadings const& readings : followed) {
        ways_.push_back(way);
        followers_.emplace_back(readings, registry, readings.profile == Profile::live ? judges.live : judges.lenient);
      }
    }
  }

  [[nodiscard]] std::size_t count() const { return followers_.size(); }
  [[nodiscard]] Way way_of(std::size_t follower) const { return ways_[follower]; }

  [[nodiscard]] std::vector<ResultDeviation> deviations() const {
    std::vector<ResultDeviation> deviations;
    for (std::size_t index = 0; index < count(); ++index) {
      Follower const& follower = followers_[index];
      ResultDeviation deviation{.name = fmt::format("{} [{}]", follower.readings().name, way_name(ways_[index])),
                                .digest = follower.digest(),
                                .operations = {},
                                .asks_further = follower.asks_further()};
      if (ways_[index] == Way::load) deviation.operations = {"split"};
      deviations.push_back(std::move(deviation));
    }
    return deviations;
  }

  [[nodiscard]] std::string answers_of(std::size_t vector) const {
    return judges_.front().lenient.answers_of(corpus_.vectors[vector]);
  }

  /// What is kept: how the vector comes out, if it is answered otherwise; nothing of one that fails.
  [[nodiscard]] std::optional<Outcome> play(std::size_t follower, std::size_t vector) {
    std::optional<FollowedVector> made = followers_[follower].play(corpus_.vectors[vector]);
    std::scoped_lock const lock(mutex_);
    failed_.erase({follower, vector});
    if (!made) return Outcome();
    if (made->failure.empty()) return Outcome{made->change};
    failed_.emplace(std::pair(follower, vector), std::move(*made));
    return std::nullopt;
  }

  /// How a vector came out that failed; null of any other.
  [[nodiscard]] FollowedVector const* failure_of(std::size_t follower, std::size_t vector) const {
    auto const found = failed_.find({follower, vector});
    return found == failed_.end() ? nullptr : &found->second;
  }

 private:
  Corpus const& corpus_;
  std::deque<JudgesOfWay> judges_;  ///< in the order of the ways
  std::deque<Follower> followers_;
  std::vector<Way> ways_;  ///< by follower
  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::size_t>, FollowedVector> failed_;  ///< by follower and vector
};

/// Adds what became of a vector.
void add_to(ReadingFate& fate, FollowedVector const& made, FollowedReadings const& followed, Vector const& vector,
            ClauseRegistry const& registry) {
  fate.changes.push_back(fmt::format("{} {}", vector.id, made.change));
  if (!made.failure.empty()) fate.failing.push_back(vector.id + made.failure);
  std::string const reading = made.change.substr(made.change.rfind(' ') + 1);
  fate.is_named =
      fate.is_named || std::any_of(followed.rules.begin(), followed.rules.end(), [&](Deviation const* rule) {
        return reading == rule->reading && is_about(vector, rule->clause, registry);
      });
}

/// Whether a report names a reading that is followed alone, where what is seen of it does not say so.
void settle_name(ReadingFate& fate, FollowedReadings const& followed, Corpus const& corpus,
                 ClauseRegistry const& registry) {
  if (!followed.is_alone) return;
  Deviation const& rule = *followed.rules.front();
  // In live the reference departs by itself.
  if (followed.profile == Profile::live) fate.is_named = is_expected(rule, corpus, registry);
  // It has no name that a report could give; that it bears on something is all that there is to show.
  if (rule.clause == undecided_public_point) fate.is_named = !fate.changes.empty();
}

/// What became of readings in those ways that are wanted; nothing when none is.
std::optional<ReadingFate> fate_of(FollowedReadings const& followed, std::vector<std::size_t> const& followers,
                                   Followers const& all, KeptResults const& results, Corpus const& corpus,
                                   ClauseRegistry const& registry) {
  if (followers.empty()) return std::nullopt;
  ReadingFate fate{.readings = {}, .failing = {}, .is_alone = followed.is_alone};
  for (Deviation const* const rule : followed.rules) fate.readings.push_back(rule->id);
  for (std::size_t const follower : followers) {
    for (std::size_t vector = 0; vector < corpus.vectors.size(); ++vector) {
      if (FollowedVector const* const failure = all.failure_of(follower, vector))
        add_to(fate, *failure, followed, corpus.vectors[vector], registry);
      for (std::string const& change : results.outcome(follower, vector))
        add_to(fate, {.change = change}, followed, corpus.vectors[vector], registry);
    }
  }
  settle_name(fate, followed, corpus, registry);
  return fate;
}

/// For results that are not kept.
std::vector<ResultVector> vectors_without_keys(Corpus const& corpus) {
  std::vector<ResultVector> vectors;
  for (Vector const& vector : corpus.vectors)
    vectors.push_back({.id = vector.id, .key = "", .operations = {"split"}, .is_played_anew = true});
  return vectors;
}

}  // namespace

JudgedReadings judge_readings(Corpus const& corpus, ClauseRegistry const& registry, ReadingsPlan const& plan,
                              Subject& reference, mock_provider::Server& mock) {
  Followers followers(corpus, registry, plan.followed, reference, mock);
  KeptPlays plays(
      KeptResults(
          followers.deviations(),
          plan.files ? result_vectors(corpus, registry, SignatureMaker(corpus)) : vectors_without_keys(corpus),
          [&](std::size_t vector) { return plan.files ? followers.answers_of(vector) : "not needed"; },
          digests_by_edition(plan.program, registry)),
      plan.files, plan.tell);
  std::vector<std::vector<std::size_t>> wanted(plan.followed.size());  // the followers of each
  std::vector<bool> is_wanted(followers.count());
  for (std::size_t follower = 0; follower < followers.count(); ++follower) {
    std::size_t const index = follower % plan.followed.size();
    is_wanted[follower] = !plan.is_wanted || plan.is_wanted(plan.followed[index], followers.way_of(follower));
    if (is_wanted[follower]) wanted[index].push_back(follower);
  }
  Playing playing = plan.playing;
  playing.is_wanted = [&](std::size_t follower, std::size_t) { return is_wanted[follower]; };
  JudgedReadings judged;
  judged.played = plays.play(playing, followed_at_once, [&](std::size_t follower, std::size_t vector) {
    return followers.play(follower, vector);
  });
  for (std::size_t index = 0; index < plan.followed.size(); ++index) {
    std::optional<ReadingFate> fate =
        fate_of(plan.followed[index], wanted[index], followers, plays.results(), corpus, registry);
    if (fate) judged.fates.push_back(std::move(*fate));
  }
  bool const is_fair = std::all_of(judged.fates.begin(), judged.fates.end(),
                                   [](ReadingFate const& fate) { return fate.failing.empty(); });
  if (plan.record && plan.files && is_fair) plan.files->record(plays.results());
  return judged;
}

std::vector<std::string> readings_without_rule(ClauseRegistry const& registry, std::vector<Deviation> const& rules) {
  std::vector<std::string> missing;
  for (Decision const& decision : registry.decisions()) {
    for (Reading const& reading : decision.readings) {
      bool const has_rule = std::any_of(rules.begin(), rules.end(), [&](Deviation const& rule) {
        return rule.clause == decision.id && rule.reading == reading.name;
      });
      if (!is_taken_as_written(reading) && !has_rule) missing.push_back(decision.id + " " + reading.name);
    }
  }
  return missing;
}

}  // namespace conformance
