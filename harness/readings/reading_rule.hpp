#pragma once

#include <string>
#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance {

/// How an implementation behaves that takes one reading of a decision. The reference itself takes the readings of the
/// profile as-written; each of the others has a rule here, or a reason why no operation can show it.
struct ReadingRule {
  std::string decision;  ///< "A-002"
  std::string reading;   ///< its name in decisions.md
  /// Like that of a mutant: a rule over params and reply that follows the reading for every input it bears on.
  /// Empty when `unobservable` says why nothing can show the reading.
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer = {};
  std::string unobservable = {};
  /// Whether the items of a stream are told when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
};

/// The rules of all chapters of decisions.md, in its order. Those of a chapter live in a file of their own.
[[nodiscard]] std::vector<ReadingRule> const& all_reading_rules();

/// The rules of both, one after the other.
[[nodiscard]] std::vector<ReadingRule> joined(std::vector<ReadingRule> first, std::vector<ReadingRule> second);

/// The rule as a mutant, which `MutatedSubject` applies: its id is "A-002 own-line".
[[nodiscard]] Mutant as_mutant(ReadingRule const& rule);

}  // namespace conformance
