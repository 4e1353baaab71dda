#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/judge/deviations/deviation_pages.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/proof/lint/lint.hpp"
#include "mock-provider/matching/json.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace conformance {
namespace {

void collect_leaves(Json const& value, std::set<std::string>& leaves) {
  if (value.is_string()) leaves.insert(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json const& element : value) collect_leaves(element, leaves);
}

void collect_words(Json const& value, std::set<std::string>& words) {
  if (value.is_string()) words.insert(value.get<std::string>());
  if (value.is_array()) {
    for (Json const& element : value) collect_words(element, words);
  }
  if (!value.is_object()) return;
  for (auto const& [key, member] : value.items()) {
    words.insert(key);
    collect_words(member, words);
  }
}

/// What stands in backticks, whole and word by word.
void collect_code_words(std::string const& page, std::set<std::string>& words) {
  static RE2 const code("`([^`\n]+)`");
  static RE2 const word(R"(([A-Za-z0-9_][A-Za-z0-9_./-]*))");
  re2::StringPiece rest(page);
  std::string span;
  while (RE2::FindAndConsume(&rest, code, &span)) {
    words.insert(span);
    re2::StringPiece inner(span);
    std::string part;
    while (RE2::FindAndConsume(&inner, word, &part)) words.insert(part);
  }
}

/// A letter or a digit, blanks, delimiters, the empty text.
bool is_common_literal(std::string const& literal) {
  static RE2 const letter_or_digit("[\\pL\\pN]");
  return literal.size() < 2 || !RE2::PartialMatch(literal, letter_or_digit);
}

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
bool is_distinguished(ExpectedOutcome const& outcome) {
  return !outcome.error || outcome.error->message || outcome.error->message_contains ||
         (outcome.items && !outcome.items->empty());
}

bool is_error_distinguished(Vector const& vector) {
  return std::all_of(vector.steps.begin(), vector.steps.end(), [](Step const& step) {
    std::vector<ExpectedReading> const& readings = step.expect.readings;
    return is_distinguished(step.expect.outcome) &&
           std::all_of(readings.begin(), readings.end(),
                       [](ExpectedReading const& reading) { return is_distinguished(reading.outcome); });
  });
}

/// What a matcher that lets more through says of the members that it names.
Json const& named_members(Json const& expected) {
  for (std::string_view const matcher : {"$subset", "$optional", "$json"}) {
    if (is_matcher(expected, matcher)) return named_members(expected.begin().value());
  }
  return expected;
}

bool has_members(Json const& expected) {
  return expected.is_object() && !has_dollar_key(expected);
}

/// Adds where two expectations differ, with `*` for each index.
void add_differing(Json const& left, Json const& right, std::string const& place, std::set<std::string>& places) {
  Json const& one = named_members(left);
  Json const& other = named_members(right);
  if (one == other) return;
  if (has_members(one) && has_members(other)) {
    std::set<std::string> names;
    for (Json const* const object : {&one, &other}) {
      for (auto const& entry : object->items()) names.insert(entry.key());
    }
    for (std::string const& name : names)
      add_differing(member(one, name), member(other, name), fmt::format("{}/{}", place, name), places);
  } else if (one.is_array() && other.is_array() && one.size() == other.size()) {
    for (std::size_t index = 0; index < one.size(); ++index)
      add_differing(one[index], other[index], place + "/*", places);
  } else {
    places.insert(place);
  }
}

/// Where the readings of a vector expect different things. A value and an error have no place in common.
std::set<std::string> contested_places(Vector const& vector) {
  constexpr std::array<std::pair<char const*, char const*>, 5> parts = {
      {{"value", ""}, {"error", "error"}, {"requests", "/requests"}, {"items", "/items"}, {"spans", "/spans"}}};
  std::set<std::string> places;
  for (Json const& step : vector.source->value("steps", Json::array({*vector.source}))) {
    Json const& readings = member(member(step, "expect"), "readings");
    for (Json const& one : readings) {
      for (Json const& other : readings) {
        for (auto const& [part, place] : parts) {
          bool const is_ending = !std::string_view(place).starts_with('/');
          if (is_ending && !(one.contains(part) && other.contains(part))) continue;
          add_differing(member(one, part), member(other, part), place, places);
        }
      }
    }
  }
  return places;
}

/// Whether one of the two pointers is the other or lies above it. A `?` in the abstracted one is any name.
bool lies_along(std::string_view abstracted, std::string_view pointer) {
  while (!abstracted.empty() && !pointer.empty()) {
    std::string_view const name = abstracted.substr(0, abstracted.find('/', 1));
    std::string_view const other = pointer.substr(0, pointer.find('/', 1));
    if (name != other && name != "/?") return false;
    abstracted.remove_prefix(name.size());
    pointer.remove_prefix(other.size());
  }
  return true;
}

Signature as_signature(ShownPlace const& place) {
  return {.operation = place.operation, .place = place.pointer, .change = ""};
}

bool is_content(ShownPlace const& place, Vector const& vector, std::set<std::string> const& contested) {
  bool const is_strict = std::any_of(strict_parts.begin(), strict_parts.end(),
                                     [&](StrictPart const& part) { return lies_in(place, part); });
  bool const is_contested = std::any_of(contested.begin(), contested.end(),
                                        [&](std::string const& other) { return lies_along(place.pointer, other); });
  return place.pointer.empty() || place.is_carried || is_element(place) || is_strict || is_contested ||
         (is_identity_of_error(place) && !is_error_distinguished(vector));
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
  if (is_about_ending) return places;
  std::set<std::string> const contested = contested_places(vector);
  for (auto const& [fate, failing] : shown.foreign) {
    bool const is_due = std::any_of(failing->begin(), failing->end(), [&](ShownPlace const& place) {
      return is_content(place, vector, contested) || is_spoken_of(place, shown.own);
    });
    if (is_due) continue;
    for (ShownPlace const& place : *failing)
      places[place.pointer].push_back(fmt::format("{} of {}", fate->mutant, fate->clause));
  }
  return places;
}

}  // namespace

std::vector<LintFinding> lint_mutants(ClauseRegistry const& registry, std::vector<Deviation> const& mutants) {
  std::vector<LintFinding> findings;
  for (Deviation const& mutant : mutants) {
    if (registry.find_clause(mutant.clause) == nullptr)
      findings.push_back({.rule = "unknown-mutated-clause",
                          .place = mutant.id,
                          .message = fmt::format("breaks {}, which is on no page of spec/", mutant.clause)});
  }
  for (std::string const& id : clauses_without_mutant(registry, mutants))
    findings.push_back({.rule = "clause-without-mutant", .place = id, .message = "testable, and no mutant breaks it"});
  return findings;
}

std::vector<LintFinding> lint_sharpness(KillMatrix const& matrix) {
  std::vector<LintFinding> findings;
  for (MutantFate const& fate : matrix.fates) {
    if (fate.own_killers.empty())
      findings.push_back(
          {.rule = "survivor",
           .place = fate.mutant,
           .message = fmt::format("no vector of {} fails under it ({} others do)", fate.clause, fate.killers.size())});
  }
  for (Citation const& citation : matrix.unproven_citations) {
    findings.push_back(
        {.rule = "unproven-citation",
         .place = citation.vector,
         .message =
             fmt::format("cites {}, but no mutant of that clause makes it fail; add one that does to spec/mutants, or "
                         "take the clause out of its 'clauses'",
                         citation.clause)});
  }
  for (std::string const& id : matrix.useless_vectors)
    findings.push_back({.rule = "useless-vector", .place = id, .message = "fails under no mutant"});
  return findings;
}

std::vector<LintFinding> lint_filters(deviations::DeviationPages const& pages, Corpus const& corpus,
                                      std::filesystem::path const& spec_folder,
                                      std::filesystem::path const& vectors_folder) {
  std::set<std::string> literals;
  for (Vector const& vector : corpus.vectors) {
    literals.insert(vector.id);
    literals.insert(vector.id.substr(vector.topic.size() + 1));
    for (Step const& step : vector.steps) {
      collect_leaves(step.given, literals);
      for (auto const& [path, text] : step.files) literals.insert(text);
    }
    for (auto const& [path, bytes] : vector.files) literals.insert(bytes);
    collect_leaves(vector.source->value("expect", Json()), literals);
    collect_leaves(vector.source->value("steps", Json()), literals);
  }
  std::set<std::string> vocabulary;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(spec_folder)) {
    if (entry.path().extension() == ".md") collect_code_words(read_file(entry.path()), vocabulary);
  }
  for (std::string const name : {"protocol.schema.json", "vectors.schema.json"})
    collect_words(read_schema(vectors_folder, name), vocabulary);
  std::vector<LintFinding> findings;
  for (deviations::FilterLiteral const& literal : deviations::literals_of(pages)) {
    if (is_common_literal(literal.value) || vocabulary.contains(literal.value) || !literals.contains(literal.value))
      continue;
    findings.push_back(
        {.rule = "borrowed-literal",
         .place = "spec/" + literal.place,
         .message = fmt::format("a mutant names \"{}\", a literal of a vector; a mutant is a rule", literal.value)});
  }
  return findings;
}

std::vector<LintFinding> lint_narrowness(Corpus const& corpus, KillMatrix const& matrix) {
  std::unordered_map<std::string_view, std::vector<Failure>> failures;
  for (MutantFate const& fate : matrix.fates) {
    for (std::size_t at = 0; at < fate.killers.size(); ++at)
      failures[fate.killers[at]].push_back({.fate = &fate, .places = &fate.shown[at]});
  }
  std::vector<LintFinding> findings;
  for (Vector const& vector : corpus.vectors) {
    for (auto const& [place, mutants] : over_strict_places(vector, shown_by(vector, failures[vector.id])))
      findings.push_back({.rule = "foreign-place",
                          .place = vector.id,
                          .message = fmt::format(
                              "compares {}, where no mutant of the clauses that it cites makes a difference; it fails "
                              "there under {}: leave that place out of what it expects, or cite the clause",
                              place, fmt::join(mutants, ", "))});
  }
  return findings;
}

std::vector<LintFinding> lint_readings(std::vector<std::string> const& without_rule) {
  std::vector<LintFinding> findings;
  for (std::string const& reading : without_rule)
    findings.push_back({.rule = "reading-without-rule",
                        .place = reading,
                        .message = "spec/readings has neither a rule that follows it nor a reason why none can"});
  return findings;
}

}  // namespace conformance
