#include <algorithm>

#include "harness/lint/lint.hpp"

namespace conformance {
namespace provenance_rules {
namespace {

bool is_other_reading(Reading const& reading) {
  bool const is_as_written =
      std::find(reading.profiles.begin(), reading.profiles.end(), "as-written") != reading.profiles.end();
  return reading.is_public && !is_as_written;
}

bool has_other_public_reading(Clause const& clause, ClauseRegistry const& registry) {
  return std::any_of(clause.contested.begin(), clause.contested.end(), [&](std::string const& id) {
    Decision const* const decision = registry.find_decision(id);
    return decision != nullptr && std::any_of(decision->readings.begin(), decision->readings.end(), is_other_reading);
  });
}

}  // namespace
}  // namespace provenance_rules

std::vector<LintFinding> lint_provenance(ClauseRegistry const& registry) {
  std::vector<LintFinding> findings;
  for (Clause const& clause : registry.clauses()) {
    bool const is_said = clause.provenance != Provenance::none;
    if (clause.group == Group::ours && !is_said) {
      findings.push_back({.rule = "no-provenance",
                          .place = clause.id,
                          .message = "is ours; mark it public, both readings or extension behind its level"});
    }
    if (clause.group == Group::documents && is_said) {
      findings.push_back({.rule = "needless-provenance",
                          .place = clause.id,
                          .message = "is a clause of the documents; take the mark away"});
    }
    if (clause.provenance == Provenance::both_readings &&
        !provenance_rules::has_other_public_reading(clause, registry)) {
      findings.push_back({.rule = "unread-provenance",
                          .place = clause.id,
                          .message = "is contested by no decision with another reading that is marked public"});
    }
  }
  return findings;
}

}  // namespace conformance
