#include <fmt/core.h>

#include "harness/lint/lint.hpp"

namespace conformance {
namespace citation_rules {
namespace {

void add_unknown(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (auto const& [id, places] : citations.code) {
    if (registry.find_clause(id) != nullptr) continue;
    for (CodePlace const& place : places)
      findings.push_back({.rule = "unknown-citation",
                          .place = fmt::format("{}:{}", place.file, place.line),
                          .message = fmt::format("{} is on no page", id)});
  }
}

void add_uncited(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (Clause const& clause : registry.clauses()) {
    if (citations.code.contains(clause.id) || citations.without_code.contains(clause.id)) continue;
    findings.push_back({.rule = "uncited-clause",
                        .place = clause.id,
                        .message =
                            "no comment of the reference names it; cite it at the line that does it, or give the "
                            "reason in spec/without-code.yaml"});
  }
}

void add_exceptions(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (auto const& [id, reason] : citations.without_code) {
    bool const is_needed = registry.find_clause(id) != nullptr && !citations.code.contains(id);
    if (!is_needed)
      findings.push_back({.rule = "needless-exception",
                          .place = "spec/without-code.yaml",
                          .message = fmt::format("{} is cited, or on no page", id)});
  }
  if (citations.without_code.size() > most_clauses_without_code)
    findings.push_back({.rule = "many-exceptions",
                        .place = "spec/without-code.yaml",
                        .message = fmt::format("{} clauses without code; {} are allowed", citations.without_code.size(),
                                               most_clauses_without_code)});
}

}  // namespace
}  // namespace citation_rules

std::vector<LintFinding> lint_citations(ClauseRegistry const& registry, Citations const& citations) {
  std::vector<LintFinding> findings;
  citation_rules::add_unknown(findings, registry, citations);
  citation_rules::add_uncited(findings, registry, citations);
  citation_rules::add_exceptions(findings, registry, citations);
  return findings;
}

}  // namespace conformance
