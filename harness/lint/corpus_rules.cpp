#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/lint/lint.hpp"
#include "harness/vectors/transform.hpp"
#include "harness/verdict/judgement.hpp"

namespace conformance {
namespace {

/// At more places than this an error vector and its twin may not differ.
constexpr int twin_distance_limit = 3;

/// At how many places two values differ. A member or element that one of them lacks is one place, whatever it holds: an
/// event of a stream has as many members as its provider wants.
int differing_places(Json const& left, Json const& right) {
  if (left.is_array() && right.is_array()) {
    std::size_t const common = std::min(left.size(), right.size());
    int places = static_cast<int>(std::max(left.size(), right.size()) - common);
    for (std::size_t index = 0; index < common; ++index) places += differing_places(left[index], right[index]);
    return places;
  }
  if (left.is_object() && right.is_object()) {
    int places = 0;
    for (auto const& [key, value] : left.items())
      places += right.contains(key) ? differing_places(value, right[key]) : 1;
    for (auto const& [key, value] : right.items()) places += left.contains(key) ? 0 : 1;
    return places;
  }
  return same_json(left, right) ? 0 : 1;
}

Json input_of(Vector const& vector) {
  Json input = Json::array();
  for (Step const& step : vector.steps) input.push_back({{"operation", step.operation}, {"given", step.given}});
  for (auto const& [path, bytes] : vector.files) input.push_back(Json(bytes));
  return input;
}

bool is_error_in_some_reading(Vector const& vector) {
  return std::any_of(vector.steps.begin(), vector.steps.end(), [](Step const& step) {
    return std::any_of(step.expect.readings.begin(), step.expect.readings.end(),
                       [](ExpectedReading const& reading) { return reading.outcome.error.has_value(); });
  });
}

void collect_strings(Json const& value, std::vector<std::string>& strings) {
  if (value.is_string()) strings.push_back(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json const& element : value) collect_strings(element, strings);
}

std::string_view exemption_of(Clause const& clause) {
  if (clause.native) return "native";
  return clause.unobservable ? "unobservable" : "awaiting something";
}

class CorpusLint {
 public:
  CorpusLint(Corpus const& corpus, ClauseRegistry const& registry) : corpus_(corpus), registry_(registry) {}

  std::vector<LintFinding> run() {
    for (Vector const& vector : corpus_.vectors) {
      check_clauses(vector);
      check_twin(vector);
      check_readings(vector);
      check_transforms(vector);
      check_machine_state(vector);
      check_spans(vector);
    }
    check_coverage();
    check_fixtures();
    return std::move(findings_);
  }

 private:
  void add(std::string rule, std::string place, std::string message) {
    findings_.push_back({.rule = std::move(rule), .place = std::move(place), .message = std::move(message)});
  }

  void check_clauses(Vector const& vector) {
    bool binding = false;
    bool optional = false;
    std::set<Group> groups;
    for (std::string const& id : vector.clauses) {
      Clause const* const clause = registry_.find_clause(id);
      if (clause == nullptr) {
        add("unknown-clause", vector.id, fmt::format("cites {}, which is on no page of spec/", id));
        continue;
      }
      cited_.insert(id);
      (is_binding(clause->level) ? binding : optional) = true;
      groups.insert(clause->group);
      if (!clause->due())
        add("exempt-clause", vector.id,
            fmt::format("cites {}, which its page marks as {}; take the mark away or the citation", id,
                        exemption_of(*clause)));
    }
    if (groups.size() > 1)
      add("mixed-groups", vector.id, "cites clauses of the documents together with some of ours; split it");
    if (binding && optional)
      add("mixed-levels", vector.id, "cites MUST-class clauses together with SHOULD or MAY; split it");
  }

  void check_twin(Vector const& vector) {
    if (!vector.expects_error() && !is_error_in_some_reading(vector)) return;
    Vector const* const twin = vector.twin ? corpus_.find(*vector.twin) : nullptr;
    if (twin == nullptr)
      return add("no-twin", vector.id,
                 "expects an error and names no twin: add the positive vector that differs least");
    if (twin->expects_error())
      return add("poor-twin", vector.id, fmt::format("its twin {} expects an error too", twin->id));
    bool const shares = std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
      return std::find(twin->clauses.begin(), twin->clauses.end(), id) != twin->clauses.end();
    });
    if (!shares) add("poor-twin", vector.id, fmt::format("its twin {} cites none of its clauses", twin->id));
    int const distance = differing_places(input_of(vector), input_of(*twin));
    if (distance > twin_distance_limit)
      add("poor-twin", vector.id,
          fmt::format("its twin {} differs at {} places, at most {} are minimal", twin->id, distance,
                      twin_distance_limit));
  }

  void check_readings(Vector const& vector) {
    for (Step const& step : vector.steps) {
      if (step.expect.readings.empty()) continue;
      if (accepted_readings(step.expect, vector, registry_, Profile::as_written).size() != 1) {
        add("unknown-reading", vector.id,
            "its readings are not those of one decision that contests its clauses, with one for as-written");
      }
    }
    if (!vector.gating) return;
    for (std::string const& id : vector.clauses) check_gating(vector, registry_.find_clause(id));
  }

  void check_gating(Vector const& vector, Clause const* clause) {
    if (clause == nullptr) return;
    bool const has_readings = std::any_of(vector.steps.begin(), vector.steps.end(),
                                          [](Step const& step) { return !step.expect.readings.empty(); });
    for (std::string const& id : clause->contested) {
      Decision const* const decision = registry_.find_decision(id);
      if (has_readings && decision != nullptr && !decision->gating)
        add("gating", vector.id, fmt::format("{} says that its vectors do not gate; add \"gating\": false", id));
    }
  }

  void check_transforms(Vector const& vector) {
    std::vector<Transform> const& known = declarable_transforms();
    for (std::string const& name : vector.transforms) {
      std::optional<Transform> const transform = transform_named(name);
      if (!transform || std::find(known.begin(), known.end(), *transform) == known.end())
        add("unknown-transform", vector.id,
            fmt::format("\"{}\" is no transform; known are crlf, bom, no-final-newline, key-order, unicode-escape",
                        name));
    }
  }

  void check_machine_state(Vector const& vector) {
    std::vector<std::string> strings;
    for (Step const& step : vector.steps) collect_strings(step.given, strings);
    for (std::string const& text : strings) {
      for (std::string_view const prefix : {"/home/", "/root/", "/tmp/", "/Users/", "C:\\"}) {
        if (text.starts_with(prefix))
          add("machine-state", vector.id,
              fmt::format("names the path {} of some machine; put the file into \"files\"", text));
      }
    }
  }

  void check_spans(Vector const& vector) {
    for (Step const& step : vector.steps) {
      std::vector<ExpectedReading> const& readings = step.expect.readings;
      bool const expects_spans = step.expect.outcome.spans ||
                                 std::any_of(readings.begin(), readings.end(), [](ExpectedReading const& reading) {
                                   return reading.outcome.spans.has_value();
                                 });
      if (expects_spans != step.given.value("trace", false))
        add("spans", vector.id, "expects spans without \"trace\": true in what is given, or the other way round");
    }
  }

  void check_coverage() {
    for (Clause const& clause : registry_.clauses()) {
      if (clause.due() && !cited_.contains(clause.id))
        add("clause-without-vector", clause.id,
            fmt::format("{}:{}: testable, and no vector cites it", clause.file, clause.line));
    }
  }

  void check_fixtures() {
    std::set<std::string> used;
    for (Vector const& vector : corpus_.vectors) used.insert(vector.fixtures.begin(), vector.fixtures.end());
    for (auto const& [name, bytes] : corpus_.fixtures) {
      if (!used.contains(name)) add("unused-fixture", "fixtures/" + name, "no vector has it among its files");
    }
  }

  Corpus const& corpus_;
  ClauseRegistry const& registry_;
  std::vector<LintFinding> findings_;
  std::set<std::string> cited_;
};

}  // namespace

std::vector<LintFinding> lint_corpus(Corpus const& corpus, ClauseRegistry const& registry) {
  return CorpusLint(corpus, registry).run();
}

}  // namespace conformance
