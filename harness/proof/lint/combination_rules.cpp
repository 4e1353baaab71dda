#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/judge/files/yaml_place.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance {
namespace {

constexpr char const* combinations_page = "combinations.yaml";

constexpr std::array<char const*, 4> all_four = {"both", "first-only", "second-only", "neither"};

bool is_one_of_the_four(std::string const& name) {
  return std::find(all_four.begin(), all_four.end(), name) != all_four.end();
}

Combinations combinations_at(std::string const& name, YamlPlace const& place) {
  Combinations read{.name = name,
                    .clause = name.substr(0, name.find(' ')),
                    .first = {},
                    .second = {},
                    .shown = {},
                    .place = fmt::format("{}:{}", place.page, place.line())};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "first")
      read.first = text_of(value);
    else if (key == "second")
      read.second = text_of(value);
    else if (is_one_of_the_four(key))
      read.shown[key] = text_of(value);
    else
      value.refuse(
          fmt::format("combinations have no '{}'; they have first, second, both, first-only, second-only and "
                      "neither",
                      key));
  }
  if (read.first.empty() || read.second.empty())
    place.refuse(fmt::format("'{}' does not say what its two conditions are: first, second", name));
  return read;
}

bool is_reason(std::string const& shown) {
  return shown.find(' ') != std::string::npos;
}

bool is_cited(Combinations const& combinations, Corpus const& corpus) {
  return std::any_of(combinations.shown.begin(), combinations.shown.end(), [&](auto const& entry) {
    Vector const* const vector = corpus.find(entry.second);
    return vector != nullptr &&
           std::find(vector->clauses.begin(), vector->clauses.end(), combinations.clause) != vector->clauses.end();
  });
}

}  // namespace

std::vector<Combinations> read_combinations(FileTree const& spec) {
  std::vector<Combinations> all;
  if (!spec.holds(combinations_page)) return all;
  for (auto const& [name, place] : members_of(read_yaml_page(spec, combinations_page)))
    all.push_back(combinations_at(name, place));
  return all;
}

std::vector<LintFinding> lint_combinations(std::vector<Combinations> const& all, Corpus const& corpus,
                                           ClauseRegistry const& registry) {
  std::vector<LintFinding> findings;
  for (Combinations const& one : all) {
    if (registry.find_clause(one.clause) == nullptr)
      findings.push_back({.rule = "unknown-clause",
                          .place = one.place,
                          .message = fmt::format("there is no clause {} on a page of spec/", one.clause)});
    for (char const* const which : all_four) {
      auto const found = one.shown.find(which);
      if (found == one.shown.end())
        findings.push_back(
            {.rule = "missing-combination",
             .place = one.place,
             .message = fmt::format("{}: no vector shows '{}', and no reason is given", one.name, which)});
      else if (!is_reason(found->second) && corpus.find(found->second) == nullptr)
        findings.push_back({.rule = "unknown-vector",
                            .place = one.place,
                            .message = fmt::format("{}: there is no vector {}", one.name, found->second)});
    }
    if (!is_cited(one, corpus))
      findings.push_back({.rule = "uncited-combinations",
                          .place = one.place,
                          .message = fmt::format("none of the vectors cites {}", one.clause)});
  }
  return findings;
}

}  // namespace conformance
