#include <fmt/core.h>

#include <set>

#include "harness/crossings/crossed_vectors.hpp"
#include "harness/lint/lint.hpp"

namespace conformance {

std::vector<LintFinding> lint_crossings(CrossingPage const& page, ClauseRegistry const& registry,
                                        Corpus const& corpus) {
  std::set<std::string> at_work;
  CrossedVectors const crossed(page, {});
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

}  // namespace conformance
