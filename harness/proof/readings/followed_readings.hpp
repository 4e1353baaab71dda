#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/readings/readings.hpp"

namespace conformance {

/// Readings of different decisions that an implementation follows at once. The rules must outlive it.
struct FollowedReadings {
  std::string name;  ///< "A-002 own-line" for one alone, "combination 1 of seed 1", "public"
  std::vector<Deviation const*> rules;
  Profile profile = Profile::lenient;  ///< live for one that departs from a MUST
  bool is_alone = false;               ///< whether it is of one reading on purpose
};

/// Each reading alone, but for those that nothing can show.
[[nodiscard]] std::vector<FollowedReadings> followed_alone(std::vector<Deviation> const& rules,
                                                           ClauseRegistry const& registry);
/// `count` random choices of one reading for each of many decisions, or of that of the reference.
[[nodiscard]] std::vector<FollowedReadings> followed_together(std::vector<Deviation> const& rules,
                                                              ClauseRegistry const& registry, std::size_t count,
                                                              std::uint64_t seed);
/// All readings of the public specification.
[[nodiscard]] FollowedReadings followed_public(std::vector<Deviation> const& rules, ClauseRegistry const& registry);

/// The reading that a rule is about. Throws HarnessError when it is not in decisions.md.
[[nodiscard]] Reading const& reading_of(Deviation const& rule, ClauseRegistry const& registry);

/// Throws HarnessError for a rule of a reading that the decisions of no edition have.
void demand_known_readings(std::vector<Deviation> const& rules, ClauseRegistry const& all_editions);

/// Those of the rules whose reading the decisions of one edition have and the reference does not take itself there.
[[nodiscard]] std::vector<Deviation> rules_of_edition(std::vector<Deviation> rules, ClauseRegistry const& registry);

/// Whether a clause of the vector is contested by the decision.
[[nodiscard]] bool is_about(Vector const& vector, std::string const& decision, ClauseRegistry const& registry);

/// How a vector comes out that is answered otherwise. Both stand behind its id.
struct FollowedVector {
  std::string change;        ///< "pass literal", or, played in another way than directly, "[load] pass literal"
  std::string failure = {};  ///< what was noticed first: ": …" or " [load]: …"; empty when it passes
};

/// The reference made to follow readings, judged in the way of a judge. All that it is given must outlive it.
class Follower {
 public:
  /// `judge` has the profile of the readings.
  Follower(FollowedReadings readings, ClauseRegistry const& registry, DeviationJudge const& judge);
  Follower(Follower const&) = delete;
  Follower& operator=(Follower const&) = delete;

  [[nodiscard]] FollowedReadings const& readings() const { return readings_; }

  /// Nothing when the readings change no answer of the vector. From several threads at once.
  [[nodiscard]] std::optional<FollowedVector> play(Vector const& vector) const;

  /// A digest of all that decides how it answers, save for what is written in C++.
  [[nodiscard]] std::string digest() const;
  /// Whether it may ask the reference something else than the vector asks directly.
  [[nodiscard]] bool asks_further() const;

 private:
  [[nodiscard]] bool supports(Vector const& vector) const;

  FollowedReadings const readings_;
  ClauseRegistry const& registry_;
  DeviationJudge const& judge_;
  Deviation all_;
  std::optional<Deviation> when_loading_;  ///< the same for split vectors that are played as `load`
};

}  // namespace conformance
