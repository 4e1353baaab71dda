#include "harness/readings/reading_rule.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "harness/input_error.hpp"
#include "harness/mutants/filter_mutants.hpp"

namespace conformance {
namespace {

std::vector<ReadingRule> written_in_cpp() {
  std::vector<ReadingRule> all;
  for (auto const rules :
       {readings::files_and_templates, readings::requests, readings::agent_loop, readings::message_contract}) {
    for (ReadingRule& rule : rules()) all.push_back(std::move(rule));
  }
  return all;
}

std::vector<ReadingRule> written_as_filters(FileTree const& spec) {
  mutants::MutantPages pages = mutants::read_reading_pages(spec);
  std::vector<ReadingRule> rules;
  for (mutants::WrittenMutant const& reading : pages.mutants) {
    if (!reading.unobservable.empty())
      rules.push_back({.decision = reading.clause, .reading = reading.name, .unobservable = reading.unobservable});
  }
  std::erase_if(pages.mutants, [](mutants::WrittenMutant const& reading) { return reading.hook.empty(); });
  for (Mutant& mutant : mutants::filter_mutants(std::move(pages)))
    rules.push_back({.decision = mutant.clause,
                     .reading = mutant.id,
                     .answer = std::move(mutant.answer),
                     .change = std::move(mutant.change)});
  return rules;
}

}  // namespace

std::vector<ReadingRule> read_reading_rules(FileTree const& spec) {
  std::vector<ReadingRule> rules = written_as_filters(spec);
  std::set<std::pair<std::string, std::string>> known;
  for (ReadingRule const& rule : rules) known.emplace(rule.decision, rule.reading);
  for (ReadingRule& rule : written_in_cpp()) {
    if (!known.emplace(rule.decision, rule.reading).second)
      throw InputError(fmt::format("the reading {} {} is written in C++ as well; take its filter away", rule.decision,
                                   rule.reading));
    rules.push_back(std::move(rule));
  }
  std::sort(rules.begin(), rules.end(), [](ReadingRule const& left, ReadingRule const& right) {
    return std::tie(left.decision, left.reading) < std::tie(right.decision, right.reading);
  });
  return rules;
}

Mutant as_mutant(ReadingRule const& rule) {
  return {.id = rule.decision + " " + rule.reading,
          .clause = rule.decision,
          .breaks = "",
          .answer = rule.answer,
          .change = rule.change,
          .tells_late = rule.tells_late};
}

}  // namespace conformance
