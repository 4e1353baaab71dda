#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// Where an answer first departs from an expectation.
struct Difference {
  std::string pointer;  ///< JSON pointer into the answer (RFC 6901), "" for the whole
  std::string message;  ///< one sentence, no trailing full stop
  Json expected;        ///< the part of the expectation that was not met
  Json got;             ///< the part of the answer; null when it is missing (the message says so)
};

/// A mistake in the expectation itself: an unknown "$" key, a malformed pattern, a matcher with a wrong operand.
struct ExpectationProblem {
  std::string pointer;  ///< JSON pointer into the expectation
  std::string message;
};

/// Holds `answer` against `expectation` in the matching language of vectors/README.md. Strict: objects admit no extra
/// member. Returns nothing when it matches. A malformed expectation never matches; its difference names the problem.
[[nodiscard]] std::optional<Difference> first_difference(Json const& expectation, Json const& answer);

/// Every mistake in an expectation, in document order; empty when it is well formed.
[[nodiscard]] std::vector<ExpectationProblem> problems_of_expectation(Json const& expectation);

}  // namespace conformance
