#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "harness/proof/lint/lint.hpp"

namespace conformance {
namespace {

using Marks = std::set<std::string>;

/// The clause does something under two conditions, and the mutant does it where only one of them holds.
constexpr std::array<char const*, 2> combinations = {"first-only", "second-only"};

/// Something is looked up by a name, and the mutant finds what has nearly that name.
constexpr std::array<char const*, 3> neighbours = {"other-case", "beginning", "blanks"};

std::map<std::string, Marks> marks_by_clause(std::vector<Deviation> const& mutants) {
  std::map<std::string, Marks> marks;
  for (Deviation const& mutant : mutants) {
    for (DeviationMark const& mark : mutant.marks) marks[mark.clause].insert(mark.name);
  }
  return marks;
}

/// Those of the family that the marks lack although they have another one of it.
template <std::size_t count>
std::vector<std::string> missing(Marks const& marks, std::array<char const*, count> const& family) {
  bool const is_due = std::any_of(family.begin(), family.end(), [&](char const* mark) { return marks.contains(mark); });
  std::vector<std::string> names;
  for (char const* const name : family) {
    std::string const mark = name;
    if (is_due && !marks.contains(mark) && !marks.contains("no " + mark)) names.push_back(mark);
  }
  return names;
}

bool has_mark(Deviation const& mutant, std::string const& name, std::string const& clause) {
  return std::find(mutant.marks.begin(), mutant.marks.end(), DeviationMark{.name = name, .clause = clause}) !=
         mutant.marks.end();
}

/// Whether each vector of its own clause that notices the one notices the other, too.
bool is_covered(MutantFate const& one, MutantFate const& other) {
  return std::all_of(one.own_killers.begin(), one.own_killers.end(), [&](std::string const& vector) {
    return std::find(other.killers.begin(), other.killers.end(), vector) != other.killers.end();
  });
}

}  // namespace

std::vector<LintFinding> lint_marks(std::vector<Deviation> const& mutants, ClauseRegistry const& registry) {
  std::vector<LintFinding> findings;
  for (auto const& [clause, marks] : marks_by_clause(mutants)) {
    if (registry.find_clause(clause) == nullptr)
      findings.push_back({.rule = "unknown-clause",
                          .place = clause,
                          .message = "is on no page of spec/, and the mark of a mutant names it"});
    for (std::string const& mark : missing(marks, combinations))
      findings.push_back({.rule = "missing-combination",
                          .place = clause,
                          .message = fmt::format("a mutant does what it says where only one of two conditions holds, "
                                                 "and none is marked '{0}' or 'no {0}'",
                                                 mark)});
    for (std::string const& mark : missing(marks, neighbours))
      findings.push_back({.rule = "missing-neighbour",
                          .place = clause,
                          .message = fmt::format("a mutant finds what has nearly the name that is looked up, and none "
                                                 "is marked '{0}' or 'no {0}'",
                                                 mark)});
  }
  return findings;
}

std::vector<LintFinding> lint_combinations(std::vector<Deviation> const& mutants, KillMatrix const& matrix) {
  std::map<std::string, MutantFate const*> fates;
  for (MutantFate const& fate : matrix.fates) fates[fate.mutant] = &fate;
  std::vector<LintFinding> findings;
  for (Deviation const& mutant : mutants) {
    for (DeviationMark const& mark : mutant.marks) {
      bool const is_first = mark.name == combinations.front();
      if (!is_first && mark.name != combinations.back()) continue;
      std::string const opposite = combinations.at(is_first ? 1 : 0);
      MutantFate const& own = *fates.at(mutant.id);
      auto const is_opposite = [&](Deviation const& other) { return has_mark(other, opposite, mark.clause); };
      auto const is_told_apart = [&](Deviation const& other) {
        return is_opposite(other) && !is_covered(own, *fates.at(other.id));
      };
      if (std::any_of(mutants.begin(), mutants.end(), is_opposite) &&
          std::none_of(mutants.begin(), mutants.end(), is_told_apart))
        findings.push_back({.rule = "untold-combination",
                            .place = mutant.id,
                            .message = fmt::format("is marked '{}' for {}, and each vector that notices it notices "
                                                   "each mutant that is marked '{}'",
                                                   mark.name, mark.clause, opposite)});
    }
  }
  return findings;
}

}  // namespace conformance
