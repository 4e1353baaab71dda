#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/schema_check.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/variations/carried_literals.hpp"
#include "harness/judge/variations/crossed_vectors.hpp"
#include "harness/judge/variations/variation.hpp"
#include "harness/judge/vectors/canonical_json.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/judge/verdict/judgement.hpp"
#include "harness/proof/lint/lint.hpp"

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
  for (Step const& step : vector.steps)
    input.push_back({{"operation", step.operation}, {"given", step.given}, {"files", step.files}});
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
  return clause.native ? "native" : "unobservable";
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
      // A vector that cites what is on no page belongs to no edition.
      if (clause == nullptr) continue;
      cited_.insert(id);
      (is_binding(clause->level) ? binding : optional) = true;
      groups.insert(clause->group);
      if (!clause->testable())
        add("exempt-clause", vector.id,
            fmt::format("cites {}, which its page marks as {}; take the mark away or the citation", id,
                        exemption_of(*clause)));
    }
    if (groups.size() > 1)
      add("mixed-groups", vector.id,
          "cites clauses of the documents, of ours or extensions of ours together; split it");
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
      for (ExpectedReading const& reading : step.expect.readings) check_feature(vector, reading.name);
    }
    if (!vector.gating) return;
    for (std::string const& id : vector.clauses) check_gating(vector, registry_.find_clause(id));
  }

  /// Whoever is judged by a vector declares the features that it needs.
  void check_feature(Vector const& vector, std::string const& reading_name) {
    std::vector<std::string> const& features = vector.requires_.features;
    for (Decision const* const decision : decisions_about(vector)) {
      Reading const* const reading = decision->find(reading_name);
      if (reading == nullptr || std::find(features.begin(), features.end(), reading->without) == features.end())
        continue;
      add("reading-without-feature", vector.id,
          fmt::format("{} {} is without {}, which the vector needs; take the reading away", decision->id, reading_name,
                      reading->without));
    }
  }

  [[nodiscard]] std::vector<Decision const*> decisions_about(Vector const& vector) const {
    std::vector<Decision const*> decisions;
    for (std::string const& id : vector.clauses) {
      Clause const* const clause = registry_.find_clause(id);
      if (clause == nullptr) continue;
      for (std::string const& contested : clause->contested) {
        if (Decision const* const decision = registry_.find_decision(contested)) decisions.push_back(decision);
      }
    }
    return decisions;
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
      if (clause.testable() && !cited_.contains(clause.id))
        add("clause-without-vector", clause.id,
            fmt::format("{}:{}: testable, and no vector cites it", clause.file, clause.line));
    }
  }

  Corpus const& corpus_;
  ClauseRegistry const& registry_;
  std::vector<LintFinding> findings_;
  std::set<std::string> cited_;
};

void check_params(Vector const& vector, Step const& step, std::map<std::string, SchemaCheck> const& checks,
                  std::vector<LintFinding>& findings) {
  auto const check = checks.find(step.operation);
  if (check == checks.end()) {
    findings.push_back({.rule = "params",
                        .place = vector.id,
                        .message = fmt::format("the protocol schema has no operation \"{}\"", step.operation)});
    return;
  }
  for (std::string const& problem : check->second.problems(step.given))
    findings.push_back({.rule = "params", .place = vector.id, .message = problem});
}

/// Features that a vector may need for what it expects, or for what stands in its template, which no member of its
/// params tells.
bool is_needed_for_expectation(std::string const& feature) {
  static std::set<std::string> const features = {"stream",         "retries",        "repair",       "events",
                                                 "parallel-tools", "jinja2-details", "strict",       "mcp",
                                                 "openapi",        "prompty-tools",  "whole-answers"};
  return features.contains(feature);
}

class RequirementCheck {
 public:
  RequirementCheck(Vector const& vector, std::vector<LintFinding>& findings) : vector_(vector), findings_(findings) {}

  void compare(std::string const& what, std::vector<std::string> const& stated, std::set<std::string> const& needed,
               std::set<std::string> const& usual) {
    for (std::string const& name : needed) {
      bool const is_stated = std::find(stated.begin(), stated.end(), name) != stated.end();
      if (!is_stated && !usual.contains(name))
        add("missing-requirement",
            fmt::format("what it asks for needs the {} {}, so \"requires\" has to name it", what, name));
    }
    for (std::string const& name : stated) {
      if (usual.contains(name))
        add("superfluous-requirement",
            fmt::format("\"requires\" names the {} {}, which is understood where it is needed; take it out", what,
                        name));
      else if (!needed.contains(name) && !(what == "feature" && is_needed_for_expectation(name)))
        add("superfluous-requirement",
            fmt::format("\"requires\" names the {} {}, which nothing that it asks for needs; take it out", what, name));
    }
  }

 private:
  void add(std::string rule, std::string message) {
    findings_.push_back({.rule = std::move(rule), .place = vector_.id, .message = std::move(message)});
  }

  Vector const& vector_;
  std::vector<LintFinding>& findings_;
};

/// What is wrong with the reason for which a hostile text is not put in the places of a type.
void check_exception(CarriedType const& type, std::string const& excepted, std::string const& reason,
                     ClauseRegistry const& registry, std::vector<LintFinding>& findings) {
  static RE2 const id(R"(\b([PM][0-9][0-9.]*-[0-9]+|A-[0-9]+)\b)");
  static RE2 const standard(R"(\bRFC [0-9]+)");
  bool cites = RE2::PartialMatch(reason, standard);
  re2::StringPiece rest(reason);
  for (std::string cited; RE2::FindAndConsume(&rest, id, &cited);) {
    cites = true;
    if (registry.find_clause(cited) == nullptr && registry.find_decision(cited) == nullptr)
      findings.push_back(
          {.rule = "unknown-clause",
           .place = type.at,
           .message = fmt::format("{} excepts {} for {}, which is on no page", type.name, excepted, cited)});
  }
  if (!cites)
    findings.push_back(
        {.rule = "exception-without-clause",
         .place = type.at,
         .message = fmt::format("{} excepts {} and cites no clause, decision or RFC that leaves it open: "
                                "\"{}\"",
                                type.name, excepted, reason)});
}

}  // namespace

std::vector<LintFinding> lint_fixtures(Corpus const& corpus) {
  std::set<std::string> used;
  for (Vector const& vector : corpus.vectors) used.insert(vector.fixtures.begin(), vector.fixtures.end());
  std::vector<LintFinding> findings;
  for (auto const& [name, bytes] : corpus.fixtures) {
    if (!used.contains(name))
      findings.push_back(
          {.rule = "unused-fixture", .place = "fixtures/" + name, .message = "no vector has it among its files"});
  }
  return findings;
}

std::vector<LintFinding> lint_corpus(Corpus const& corpus, ClauseRegistry const& registry) {
  return CorpusLint(corpus, registry).run();
}

Json read_schema(std::filesystem::path const& vectors_folder, std::string const& name) {
  std::filesystem::path const path = vectors_folder / "schema" / name;
  return parse_json_file(read_file(path), path.string());
}

std::vector<LintFinding> lint_files(std::filesystem::path const& vectors_folder, Corpus const& corpus) {
  std::vector<LintFinding> findings;
  SchemaCheck const vector_schema(read_schema(vectors_folder, "vectors.schema.json"));
  for (auto const& [topic, path] : vector_files(vectors_folder)) {
    std::string const text = read_file(path);
    Json const document = parse_json_file(text, path.string());
    for (std::string const& problem : vector_schema.problems(document))
      findings.push_back({.rule = "schema", .place = topic, .message = problem});
    if (text != canonical_json(document)) {
      findings.push_back(
          {.rule = "format", .place = topic, .message = "is not in canonical form; run prompty-conformance format"});
    }
  }
  Json const protocol = read_schema(vectors_folder, "protocol.schema.json");
  std::map<std::string, SchemaCheck> checks;
  for (auto const& [operation, parts] : protocol.at("operations").items()) {
    if (parts.contains("params"))
      checks.emplace(operation, SchemaCheck(protocol, fmt::format("/operations/{}/params", operation)));
  }
  for (Vector const& vector : corpus.vectors) {
    for (Step const& step : vector.steps) check_params(vector, step, checks, findings);
  }
  return findings;
}

std::vector<LintFinding> lint_requirements(std::vector<Vector> const& vectors, ClauseRegistry const& registry) {
  std::vector<LintFinding> findings;
  Needs const& usual = usual_needs();
  for (Vector const& vector : vectors) {
    Needs needs = needs_of(vector);
    for (std::string const& id : vector.clauses) {
      Clause const* const clause = registry.find_clause(id);
      if (clause != nullptr) needs.features.insert(clause->features.begin(), clause->features.end());
    }
    Requirements const& stated = vector.requires_;
    RequirementCheck check(vector, findings);
    check.compare("feature", stated.features, needs.features, usual.features);
    check.compare("provider", stated.providers, needs.providers, usual.providers);
    check.compare("apiType", stated.api_types, needs.api_types, usual.api_types);
    check.compare("connectionKind", stated.connection_kinds, needs.connection_kinds, usual.connection_kinds);
  }
  return findings;
}

std::vector<LintFinding> lint_crossings(CrossingPage const& page, ClauseRegistry const& registry,
                                        Corpus const& corpus) {
  std::set<std::string> at_work;
  CrossedVectors const crossed(page, {}, &registry);
  for (Vector const& vector : corpus.vectors) {
    for (Crossing const* const crossing : crossed.crossings_of(vector)) at_work.insert(crossing->name);
  }
  std::vector<LintFinding> findings;
  for (Crossing const& crossing : page.crossings) {
    for (std::string const& clause : crossing.clauses) {
      if (registry.find_clause(clause) == nullptr)
        findings.push_back({.rule = "unknown-clause",
                            .place = crossing.at,
                            .message = fmt::format("{} follows from {}, which is on no page", crossing.name, clause)});
    }
    if (!at_work.contains(crossing.name))
      findings.push_back({.rule = "idle-crossing",
                          .place = crossing.at,
                          .message = fmt::format("{} changes no vector", crossing.name)});
  }
  return findings;
}

std::vector<LintFinding> lint_carried(CarriedPage const& page, ClauseRegistry const& registry, Corpus const& corpus) {
  std::set<std::string> at_work;
  CarriedLiterals const literals(page);
  for (Vector const& vector : corpus.vectors) {
    for (CarriedLiteral const& literal : literals.of(vector)) at_work.insert(literal.type->name);
  }
  std::vector<LintFinding> findings;
  for (CarriedType const& type : page.types) {
    if (!at_work.contains(type.name))
      findings.push_back({.rule = "idle-carried-type",
                          .place = type.at,
                          .message = fmt::format("no vector has one of {} that it expects again", type.name)});
    for (auto const& [excepted, reason] : type.except) check_exception(type, excepted, reason, registry, findings);
  }
  return findings;
}

}  // namespace conformance
