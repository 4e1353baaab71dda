#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "harness/files/yaml_place.hpp"
#include "harness/lint/lint.hpp"

namespace conformance {
namespace look_up_rules {
namespace {

constexpr char const* page_name = "look-ups.yaml";

constexpr std::array<char const*, 5> neighbours = {"other-case", "beginning", "blanks", "look-alike", "twice"};

bool is_neighbour(std::string const& name) {
  return std::find(neighbours.begin(), neighbours.end(), name) != neighbours.end();
}

LookUp look_up_at(std::string const& name, YamlPlace const& place) {
  LookUp look_up{
      .name = name, .clauses = {}, .neighbours = {}, .place = fmt::format("{}:{}", place.page, place.line())};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "clauses")
      look_up.clauses = texts_of(value);
    else if (is_neighbour(key))
      look_up.neighbours[key] = text_of(value);
    else
      value.refuse(fmt::format("there is no neighbour '{}'", key));
  }
  if (look_up.clauses.empty()) place.refuse(fmt::format("'{}' does not say which clauses it follows: clauses", name));
  return look_up;
}

bool is_broken_by(LookUp const& look_up, std::string const& name, std::vector<Mutant> const& mutants) {
  return std::any_of(mutants.begin(), mutants.end(), [&](Mutant const& mutant) {
    return mutant.id == name &&
           std::find(look_up.clauses.begin(), look_up.clauses.end(), mutant.clause) != look_up.clauses.end();
  });
}

std::vector<LintFinding> lint_look_up(LookUp const& look_up, LookUps const& page, std::vector<Mutant> const& mutants) {
  std::vector<LintFinding> findings;
  for (char const* const neighbour : neighbours) {
    auto const found = look_up.neighbours.find(neighbour);
    if (found == look_up.neighbours.end())
      findings.push_back({.rule = "missing-neighbour",
                          .place = look_up.place,
                          .message = fmt::format("{} has no mutant that finds the neighbour '{}', and no reason",
                                                 look_up.name, neighbour)});
    else if (!page.reasons.contains(found->second) && !is_broken_by(look_up, found->second, mutants))
      findings.push_back({.rule = "unknown-neighbour",
                          .place = look_up.place,
                          .message = fmt::format("{}: '{}' is no reason, and no mutant of {}", look_up.name,
                                                 found->second, fmt::join(look_up.clauses, ", "))});
  }
  return findings;
}

}  // namespace
}  // namespace look_up_rules

LookUps read_look_ups(FileTree const& spec) {
  LookUps page;
  if (!spec.holds(look_up_rules::page_name)) return page;
  for (auto const& [key, place] : members_of(read_yaml_page(spec, look_up_rules::page_name))) {
    if (key != "reasons" && key != "look-ups")
      place.refuse(fmt::format("there is no '{}' on this page; it has reasons and look-ups", key));
    for (auto const& [name, entry] : members_of(place)) {
      if (key == "reasons")
        page.reasons[name] = text_of(entry);
      else
        page.look_ups.push_back(look_up_rules::look_up_at(name, entry));
    }
  }
  return page;
}

std::vector<LintFinding> lint_look_ups(LookUps const& page, std::vector<Mutant> const& mutants) {
  std::vector<LintFinding> findings;
  std::set<std::string> needed;
  for (LookUp const& look_up : page.look_ups) {
    std::vector<LintFinding> const found = look_up_rules::lint_look_up(look_up, page, mutants);
    findings.insert(findings.end(), found.begin(), found.end());
    for (auto const& [neighbour, answer] : look_up.neighbours) needed.insert(answer);
  }
  for (auto const& [name, reason] : page.reasons) {
    if (!needed.contains(name))
      findings.push_back({.rule = "needless-reason",
                          .place = "spec/look-ups.yaml",
                          .message = fmt::format("no look-up gives the reason '{}'", name)});
  }
  return findings;
}

}  // namespace conformance
