#include <fmt/core.h>

#include <algorithm>

#include "harness/lint/lint.hpp"
#include "harness/replay/needs.hpp"

namespace conformance {
namespace requirement_rules {
namespace {

/// Features that a vector may need for what it expects, which no member of its params tells.
bool is_told_by_expectation(std::string const& feature) {
  static std::set<std::string> const features = {"stream", "retries", "events",  "parallel-tools",
                                                 "strict", "mcp",     "openapi", "prompty-tools"};
  return features.contains(feature);
}

class Comparison {
 public:
  Comparison(Vector const& vector, std::vector<LintFinding>& findings) : vector_(vector), findings_(findings) {}

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
      else if (!needed.contains(name) && !(what == "feature" && is_told_by_expectation(name)))
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

}  // namespace
}  // namespace requirement_rules

std::vector<LintFinding> lint_requirements(std::vector<Vector> const& vectors) {
  std::vector<LintFinding> findings;
  Needs const& usual = usual_needs();
  for (Vector const& vector : vectors) {
    Needs const needs = needs_of(vector);
    Requirements const& stated = vector.requires_;
    requirement_rules::Comparison comparison(vector, findings);
    comparison.compare("feature", stated.features, needs.features, usual.features);
    comparison.compare("provider", stated.providers, needs.providers, usual.providers);
    comparison.compare("apiType", stated.api_types, needs.api_types, usual.api_types);
    comparison.compare("connectionKind", stated.connection_kinds, needs.connection_kinds, usual.connection_kinds);
  }
  return findings;
}

}  // namespace conformance
