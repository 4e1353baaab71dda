#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// How an answer departs from an expectation at one place.
enum class DifferenceKind : std::uint8_t {
  missing,      ///< a member or an element is not there
  extra,        ///< a member or an element is there that must not be
  other_type,   ///< a value of another JSON type
  other_value,  ///< a value of the right type that is not the expected one
  ending,       ///< an error instead of a value, a value instead of an error
  malformed     ///< the expectation itself is a mistake
};

/// "missing", "extra", …
[[nodiscard]] std::string_view difference_kind_name(DifferenceKind kind);
[[nodiscard]] std::optional<DifferenceKind> difference_kind_named(std::string_view name);

/// One place at which an answer departs from an expectation.
struct Difference {
  std::string pointer;  ///< JSON pointer into the answer (RFC 6901), "" for the whole
  std::string message;  ///< one sentence, no trailing full stop
  Json expected;        ///< the part of the expectation that was not met
  Json got;             ///< the part of the answer; null when it is missing (the message says so)
  DifferenceKind kind = DifferenceKind::other_value;
  std::string inside = "";  ///< JSON pointer inside the JSON text that stands at `pointer`, "" otherwise

  bool operator==(Difference const&) const = default;
};

/// A mistake in the expectation itself: an unknown "$" key, a malformed pattern, a matcher with a wrong operand.
struct ExpectationProblem {
  std::string pointer;  ///< JSON pointer into the expectation
  std::string message;
};

/// Holds `answer` against `expectation` in the matching language of vectors/README.md. Strict: objects admit no extra
/// member. Returns every difference, in the order of the expectation; nothing when it matches. Lists of other lengths
/// are aligned where they differ least, so that one element too many is one difference; very long ones, and those in
/// more than six others of such lists, are not. A malformed expectation never matches; its one difference names the
/// problem.
[[nodiscard]] std::vector<Difference> differences(Json const& expectation, Json const& answer);

/// A text without the white space at its end, as `$trimEnd` compares it.
[[nodiscard]] std::string trimmed_end(std::string const& text);

/// The first of them.
[[nodiscard]] std::optional<Difference> first_difference(Json const& expectation, Json const& answer);

/// Every mistake in an expectation, in document order; empty when it is well formed.
[[nodiscard]] std::vector<ExpectationProblem> problems_of_expectation(Json const& expectation);

}  // namespace conformance
