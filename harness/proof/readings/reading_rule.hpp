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
  std::string decision;           ///< "A-002", or `undecided_public_point`
  std::string reading;            ///< its name in decisions.md
  std::string unobservable = {};  ///< why nothing can show it; it has no deviation then
  /// Follows the reading for every input it bears on. Its id is "A-002 own-line", its clause the decision.
  Mutant deviation = {};
};

/// The rules of all readings: those of readings/ below the folder of the specification, and those that are written in
/// C++; in the order of the decisions. Throws InputError on what read_reading_pages refuses.
[[nodiscard]] std::vector<ReadingRule> read_reading_rules(FileTree const& spec);

}  // namespace conformance

namespace conformance::readings {

// The rules that are written in C++.
[[nodiscard]] std::vector<ReadingRule> files_and_templates();  ///< another version of YAML, numbers without end
[[nodiscard]] std::vector<ReadingRule> agent_loop();           ///< what a turn remembers between its requests

}  // namespace conformance::readings
