#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/deviations/mutant.hpp"

namespace conformance {

/// Stands in the place of a decision where the public specification has something otherwise than the reference and
/// vectors accept both without a reading.
inline constexpr std::string_view undecided_public_point = "public";

/// How an implementation behaves that takes one reading of a decision. The reference itself takes the readings of the
/// profile as-written; each of the others has a rule here, or a reason why no operation can show it.
struct ReadingRule {
  std::string decision;  ///< "A-002", or `undecided_public_point`
  std::string reading;   ///< its name in decisions.md
  /// Like that of a mutant: a rule over params and reply that follows the reading for every input it bears on.
  /// Empty when `unobservable` says why nothing can show the reading.
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer = {};
  std::function<std::optional<Reply>(AnsweredCall const& call, AskReference const& reference)> change =
      {};  ///< see Mutant
  std::string unobservable = {};
  /// Whether the items of a stream are passed on when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
};

/// The rules of all readings: those of readings/ below the folder of the specification, and those that are written in
/// C++; in the order of the decisions. Throws InputError on what read_reading_pages refuses.
[[nodiscard]] std::vector<ReadingRule> read_reading_rules(FileTree const& spec);

/// The rule as a mutant, which `MutatedSubject` applies: its id is "A-002 own-line".
[[nodiscard]] Mutant as_mutant(ReadingRule const& rule);

}  // namespace conformance

namespace conformance::readings {

// The rules that are written in C++.
[[nodiscard]] std::vector<ReadingRule> files_and_templates();  ///< files, frontmatter, templates and documents
[[nodiscard]] std::vector<ReadingRule> requests();             ///< requests to providers
[[nodiscard]] std::vector<ReadingRule> agent_loop();
[[nodiscard]] std::vector<ReadingRule> message_contract();

}  // namespace conformance::readings
