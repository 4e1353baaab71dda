#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/kept/kept_plays.hpp"
#include "harness/proof/readings/followed_readings.hpp"

namespace conformance {

/// What became of the reference when it followed one reading, or several of different decisions.
struct ReadingFate {
  std::vector<std::string> readings;      ///< "A-002 own-line"
  std::vector<std::string> failing;       ///< vectors that fail, each with what was noticed first: a false accusation
  std::vector<std::string> changes = {};  ///< vectors that are answered otherwise: "load/a/b pass literal", or, played
                                          ///< in another way than directly, "load/a/b [load] pass literal"
  bool is_named = false;  ///< whether some vector passes by just this reading, so that the report names it
  bool is_alone = false;  ///< see FollowedReadings
};

/// Which readings are judged, how, and where results are kept.
struct ReadingsPlan {
  std::vector<FollowedReadings> followed;  ///< all about which results are kept, by name
  /// Those of them that are judged, in which ways; all in all ways by default.
  std::function<bool(FollowedReadings const& followed, Way way)> is_wanted = {};
  Playing playing = {};  ///< its `is_wanted` is not looked at
  std::optional<ResultFiles> files = std::nullopt;
  bool record = false;  ///< whether the file that is committed is written, if no vector fails
  ProgramDigests program = program_digests(KeptKind::readings);
  Tell tell = {};
};

/// What came of it.
struct JudgedReadings {
  std::vector<ReadingFate> fates;  ///< of those that are wanted, in their order; what several ways show is one fate
  Played played;
};

/// Judges the reference under readings: every vector has to pass. In `Way::load` only the split vectors are played that
/// can be played so. That a vector passes is kept, and is not played again as long as all that it depends on is as it
/// was; one that fails is played each time. Throws InputError when something is not known that is to be recorded.
[[nodiscard]] JudgedReadings judge_readings(Corpus const& corpus, ClauseRegistry const& registry,
                                            ReadingsPlan const& plan, Subject& reference, mock_provider::Server& mock);

/// Readings of decisions.md that as-written does not take and that have no rule, as "A-002 own-line".
[[nodiscard]] std::vector<std::string> readings_without_rule(ClauseRegistry const& registry,
                                                             std::vector<Deviation> const& rules);

}  // namespace conformance
