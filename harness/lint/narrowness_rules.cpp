#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/faults/signature.hpp"
#include "harness/lint/lint.hpp"

namespace conformance {
namespace narrowness_rules {
namespace {

/// Answers, or parts of them, that are compared as a whole whatever a clause speaks of: an extra or missing key of a
/// message or a request is a mistake wherever it shows.
struct StrictPart {
  std::string_view operation;  ///< "" for any
  std::string_view pointer;
};
constexpr std::array<StrictPart, 11> strict_parts = {{
    {"build_request", ""},
    {"messages_to_wire", ""},
    {"parse", ""},
    {"prepare", ""},
    {"messages_from_wire", "/message"},
    {"run_tools", "/messages"},
    {"turn", "/messages"},
    {"turn", "error/partial/messages"},
    {"converse", "/sessions"},
    {"run", "/doublesCalled"},
    {"", "/requests"},
}};

bool lies_in(ShownPlace const& place, StrictPart const& part) {
  return (part.operation.empty() || part.operation == place.operation) && place.pointer.starts_with(part.pointer);
}

bool is_element(ShownPlace const& place) {
  return place.pointer.ends_with("/*");
}

bool is_identity_of_error(ShownPlace const& place) {
  return place.pointer == "error/kind" || place.pointer == "error/partial";
}

/// Whether an error that came too early would differ from the expected one in more than its kind.
bool is_error_told_apart(Vector const& vector) {
  return std::all_of(vector.steps.begin(), vector.steps.end(), [](Step const& step) {
    ExpectedOutcome const& outcome = step.expect.outcome;
    return !outcome.error || outcome.error->message || outcome.error->message_contains ||
           (outcome.items && !outcome.items->empty());
  });
}

bool has_readings(Vector const& vector) {
  return std::any_of(vector.steps.begin(), vector.steps.end(),
                     [](Step const& step) { return !step.expect.readings.empty(); });
}

bool is_content(ShownPlace const& place, Vector const& vector) {
  return place.pointer.empty() || place.is_carried || is_element(place) ||
         (is_identity_of_error(place) && !is_error_told_apart(vector)) ||
         std::any_of(strict_parts.begin(), strict_parts.end(),
                     [&](StrictPart const& part) { return lies_in(place, part); });
}

Signature as_signature(ShownPlace const& place) {
  return {.operation = place.operation, .place = place.pointer, .change = ""};
}

/// Whether mutants of the clauses of a vector make a difference there, above or below.
bool is_spoken_of(ShownPlace const& place, ShownPlaces const& own) {
  return std::any_of(own.begin(), own.end(), [&](ShownPlace const& other) {
    return !other.pointer.empty() && overlaps(as_signature(place), as_signature(other));
  });
}

/// A mutant and where it fails a vector.
struct Failure {
  MutantFate const* fate;
  ShownPlaces const* places;
};

struct Shown {
  ShownPlaces own;               ///< under mutants of the clauses that the vector cites
  std::vector<Failure> foreign;  ///< under the others
};

bool cites(Vector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

Shown shown_by(Vector const& vector, std::vector<Failure> const& failures) {
  Shown shown;
  for (Failure const& failure : failures) {
    if (cites(vector, failure.fate->clause))
      shown.own.insert(failure.places->begin(), failure.places->end());
    else
      shown.foreign.push_back(failure);
  }
  return shown;
}

/// Mutants by the place at which alone the vector notices them.
std::map<std::string, std::vector<std::string>> over_strict_places(Vector const& vector, Shown const& shown) {
  std::map<std::string, std::vector<std::string>> places;
  bool const is_about_ending =
      std::all_of(shown.own.begin(), shown.own.end(), [](ShownPlace const& place) { return place.pointer.empty(); });
  if (is_about_ending || has_readings(vector)) return places;
  for (auto const& [fate, failing] : shown.foreign) {
    bool const is_due = std::any_of(failing->begin(), failing->end(), [&](ShownPlace const& place) {
      return is_content(place, vector) || is_spoken_of(place, shown.own);
    });
    if (is_due) continue;
    for (ShownPlace const& place : *failing)
      places[place.pointer].push_back(fmt::format("{} of {}", fate->mutant, fate->clause));
  }
  return places;
}

}  // namespace
}  // namespace narrowness_rules

std::vector<LintFinding> lint_narrowness(Corpus const& corpus, KillMatrix const& matrix) {
  std::unordered_map<std::string_view, std::vector<narrowness_rules::Failure>> failures;
  for (MutantFate const& fate : matrix.fates) {
    for (std::size_t at = 0; at < fate.killers.size(); ++at)
      failures[fate.killers[at]].push_back({.fate = &fate, .places = &fate.shown[at]});
  }
  std::vector<LintFinding> findings;
  for (Vector const& vector : corpus.vectors) {
    for (auto const& [place, mutants] :
         narrowness_rules::over_strict_places(vector, narrowness_rules::shown_by(vector, failures[vector.id])))
      findings.push_back({.rule = "foreign-place",
                          .place = vector.id,
                          .message = fmt::format(
                              "compares {}, where no mutant of the clauses that it cites makes a difference; it fails "
                              "there under {}: leave that place out of what it expects, or cite the clause",
                              place, fmt::join(mutants, ", "))});
  }
  return findings;
}

}  // namespace conformance
