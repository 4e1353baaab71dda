#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/mutant_judge.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/readings/reading_rule.hpp"

namespace conformance {

/// What became of the reference when it followed one reading, or several of different decisions.
struct ReadingFate {
  std::vector<std::string> readings;      ///< "A-002 own-line"
  std::vector<std::string> failing;       ///< vectors that fail, each with what was noticed first: a false accusation
  std::vector<std::string> changes = {};  ///< vectors that are answered otherwise: "load/a/b pass literal", or, played
                                          ///< in another way than directly, "load/a/b [load] pass literal"
  bool is_named = false;  ///< whether some vector passes by just this reading, so that the report names it
};

/// Judges the reference under each rule: in the profile lenient, or in live for a reading that departs from a MUST.
/// Every vector has to pass. Judges in `Way::load` play only the split vectors that can be played so.
[[nodiscard]] std::vector<ReadingFate> judge_readings(Corpus const& corpus, ClauseRegistry const& registry,
                                                      std::vector<ReadingRule> const& rules, MutantJudge const& lenient,
                                                      MutantJudge const& live);

/// Judges the reference under `count` random choices of one rule for each of many decisions.
[[nodiscard]] std::vector<ReadingFate> judge_combinations(Corpus const& corpus, ClauseRegistry const& registry,
                                                          std::vector<ReadingRule> const& rules, std::size_t count,
                                                          std::uint64_t seed, MutantJudge const& lenient);

/// Judges the reference under all readings of the public specification at once.
[[nodiscard]] ReadingFate judge_public(Corpus const& corpus, ClauseRegistry const& registry,
                                       std::vector<ReadingRule> const& rules, MutantJudge const& lenient);

/// Readings of decisions.md that as-written does not take and that have no rule, as "A-002 own-line".
[[nodiscard]] std::vector<std::string> readings_without_rule(ClauseRegistry const& registry,
                                                             std::vector<ReadingRule> const& rules);

}  // namespace conformance
