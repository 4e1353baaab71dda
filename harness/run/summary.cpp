#include "harness/run/summary.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace conformance {
namespace {

bool decides(VectorResult const& result, GatingLevel gating) {
  if (!result.gating) return false;
  switch (gating) {
    case GatingLevel::must:
      return is_binding(result.level);
    case GatingLevel::should:
      return result.level != Level::may;
    case GatingLevel::all:
      return true;
  }
  return true;
}

/// Results of the vectors that cite a clause.
struct Evidence {
  bool has_vector = false;
  bool selected = false;
  bool judged = false;
  bool undecided = false;
  std::vector<std::string> failing;
};

ClauseState state_of(Clause const& clause, Evidence const& evidence) {
  if (!evidence.failing.empty()) return ClauseState::broken;
  if (evidence.judged) return ClauseState::held;
  if (evidence.undecided) return ClauseState::undecided;
  if (clause.native) return ClauseState::native;
  if (clause.unobservable) return ClauseState::unobservable;
  if (evidence.selected) return ClauseState::unsupported;
  return evidence.has_vector ? ClauseState::not_selected : ClauseState::no_vector;
}

std::map<std::string, Evidence> evidence_by_clause(std::vector<VectorResult> const& results, Corpus const& corpus) {
  std::map<std::string, Evidence> evidence;
  for (Vector const& vector : corpus.vectors) {
    for (std::string const& clause : vector.clauses) evidence[clause].has_vector = true;
  }
  for (VectorResult const& result : results) {
    Status const status = result.status();
    for (std::string const& clause : result.vector->clauses) {
      Evidence& of_clause = evidence[clause];
      of_clause.selected = true;
      of_clause.judged = of_clause.judged || status == Status::pass;
      of_clause.undecided = of_clause.undecided || (is_failure(status) && !result.gating);
      if (is_failure(status) && result.gating) of_clause.failing.push_back(result.vector->id);
    }
  }
  return evidence;
}

void tally_clauses(Summary& summary) {
  for (ClauseCoverage const& coverage : summary.clauses) {
    Clause const& clause = *coverage.clause;
    auto section = std::find_if(summary.sections.begin(), summary.sections.end(),
                                [&](auto const& entry) { return entry.first == clause.section; });
    if (section == summary.sections.end())
      section = summary.sections.insert(summary.sections.end(), {clause.section, {}});
    ++section->second.clauses[coverage.state];
    ++summary.levels[clause.level].clauses[coverage.state];
    if (is_binding(clause.level)) ++summary.binding_by_class[clause.conformance_class].clauses[coverage.state];
  }
}

void count_findings(Summary& summary, VectorResult const& result) {
  std::set<std::string> rules;
  for (Attempt const& attempt : result.attempts) {
    for (HttpExchange const& exchange : attempt.exchanges) {
      for (RequestFinding const& finding : exchange.findings) rules.insert(finding.rule);
    }
  }
  for (std::string const& rule : rules) summary.findings[rule].push_back(result.vector->id);
}

void count_results(Summary& summary, std::vector<VectorResult> const& results) {
  for (VectorResult const& result : results) {
    ++summary.vectors[result.status()];
    for (Attempt const& attempt : result.attempts) ++summary.ways[attempt.way][attempt.judgement.status];
    count_findings(summary, result);
  }
}

void decide(Summary& summary, std::vector<VectorResult> const& results, GatingLevel level,
            std::set<std::string> const& required) {
  int deciding = 0;
  int judged = 0;
  int errors = 0;
  for (VectorResult const& result : results) {
    Status const status = result.status();
    if (status == Status::error) ++errors;
    if (status == Status::pass || is_failure(status)) ++judged;
    if (!is_failure(status)) continue;
    if (decides(result, level))
      ++deciding;
    else
      ++summary.non_gating_failures;
  }
  std::string not_conformant;
  for (std::string const& name : required) {
    if (class_verdict(summary.binding_by_class[name]) != "conformant") not_conformant = name;
  }
  if (errors > 0) {
    summary.exit_code = 3;
    summary.verdict = fmt::format("no verdict: the harness failed on {} vectors", errors);
  } else if (judged == 0) {
    summary.exit_code = 3;
    summary.verdict = "no verdict: nothing could be judged";
  } else if (deciding > 0) {
    summary.exit_code = 1;
    summary.verdict = fmt::format("not conformant: {} of {} judged vectors failed", deciding, judged);
  } else if (!not_conformant.empty()) {
    summary.exit_code = 1;
    summary.verdict = fmt::format("not conformant: the required class {} is {}", not_conformant,
                                  class_verdict(summary.binding_by_class[not_conformant]));
  } else {
    summary.verdict = fmt::format("conformant in what was judged: {} vectors", judged);
  }
}

}  // namespace

std::string_view clause_state_name(ClauseState state) {
  switch (state) {
    case ClauseState::held:
      return "held";
    case ClauseState::broken:
      return "broken";
    case ClauseState::undecided:
      return "undecided";
    case ClauseState::unsupported:
      return "unsupported";
    case ClauseState::not_selected:
      return "not selected";
    case ClauseState::no_vector:
      return "no vector";
    case ClauseState::native:
      return "native";
    case ClauseState::unobservable:
      return "unobservable";
  }
  return "";
}

int Tally::of(ClauseState state) const {
  auto const found = clauses.find(state);
  return found == clauses.end() ? 0 : found->second;
}

int Tally::total() const {
  int sum = 0;
  for (auto const& [state, count] : clauses) sum += count;
  return sum;
}

int Tally::testable() const {
  return total() - of(ClauseState::native) - of(ClauseState::unobservable);
}

std::string class_verdict(Tally const& binding) {
  int const judged = binding.of(ClauseState::held) + binding.of(ClauseState::broken);
  if (int const broken = binding.of(ClauseState::broken); broken > 0)
    return fmt::format("not ({} of {} judged clauses broken)", broken, judged);
  // A clause of which only non-gating vectors failed decides nothing, neither way.
  if (judged > 0 && judged == binding.testable() - binding.of(ClauseState::undecided)) return "conformant";
  return fmt::format("partly ({} of {} clauses judged)", judged, binding.testable());
}

Summary summarize(std::vector<VectorResult> const& results, Corpus const& corpus, ClauseRegistry const& registry,
                  GatingLevel level, std::set<std::string> const& required_classes) {
  Summary summary;
  std::map<std::string, Evidence> const evidence = evidence_by_clause(results, corpus);
  for (Clause const& clause : registry.clauses()) {
    auto const found = evidence.find(clause.id);
    Evidence const of_clause = found == evidence.end() ? Evidence{} : found->second;
    summary.clauses.push_back({.clause = &clause, .state = state_of(clause, of_clause), .failing = of_clause.failing});
  }
  tally_clauses(summary);
  count_results(summary, results);
  decide(summary, results, level, required_classes);
  return summary;
}

}  // namespace conformance
