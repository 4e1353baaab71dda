#include "harness/clauses/clause_registry.hpp"

#include <fmt/core.h>

#include "harness/input_error.hpp"

namespace conformance {

ClauseRegistry::ClauseRegistry(std::vector<Clause> clauses, std::vector<Decision> decisions)
    : clauses_(std::move(clauses)), decisions_(std::move(decisions)) {
  for (std::size_t index = 0; index < decisions_.size(); ++index) {
    Decision const& decision = decisions_[index];
    if (!decision_index_.emplace(decision.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", decision.file, decision.line, decision.id));
    }
  }
  for (std::size_t index = 0; index < clauses_.size(); ++index) {
    Clause const& clause = clauses_[index];
    if (!clause_index_.emplace(clause.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", clause.file, clause.line, clause.id));
    }
    for (std::string const& id : clause.contested) {
      if (find_decision(id) == nullptr) {
        throw InputError(fmt::format("{}:{}: {} is contested by {}, which decisions.md does not have", clause.file,
                                     clause.line, clause.id, id));
      }
    }
  }
}

Clause const* ClauseRegistry::find_clause(std::string_view id) const {
  auto const found = clause_index_.find(id);
  return found == clause_index_.end() ? nullptr : &clauses_[found->second];
}

Decision const* ClauseRegistry::find_decision(std::string_view id) const {
  auto const found = decision_index_.find(id);
  return found == decision_index_.end() ? nullptr : &decisions_[found->second];
}

Clause const& ClauseRegistry::leading_clause(std::vector<std::string> const& cited) const {
  static Clause const unknown;
  for (std::string const& id : cited) {
    if (Clause const* const clause = find_clause(id)) return *clause;
  }
  return unknown;
}

ClauseRegistry read_clause_registry(FileTree const& spec) {
  if (!spec.exists())
    throw InputError(fmt::format("{} is no folder; --spec names the folder of the specification pages", spec.told()));
  std::vector<Clause> clauses;
  std::vector<Decision> decisions;
  for (std::string const& page : spec.paths()) {
    bool const is_page = page.ends_with(".md") && page.find('/') == std::string::npos;
    if (!is_page || page == "README.md") continue;
    std::string const text = spec.read(page);
    std::string const name = spec.name() + "/" + page;
    if (page == "decisions.md") {
      decisions = parse_decisions(text, name);
    } else {
      std::vector<Clause> const found = parse_page(text, name);
      clauses.insert(clauses.end(), found.begin(), found.end());
    }
  }
  if (clauses.empty())
    throw InputError(fmt::format("no clause in {}; --spec names the folder of the specification pages", spec.told()));
  return ClauseRegistry(std::move(clauses), std::move(decisions));
}

}  // namespace conformance
