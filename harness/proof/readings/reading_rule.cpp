#include "harness/proof/readings/reading_rule.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "harness/judge/deviations/filter_mutants.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/proof/readings/sent_bodies.hpp"

namespace conformance {
namespace {

std::vector<ReadingRule> written_in_cpp() {
  std::vector<ReadingRule> all;
  for (auto const rules : {readings::files_and_templates, readings::agent_loop}) {
    for (ReadingRule& rule : rules()) all.push_back(std::move(rule));
  }
  return all;
}

/// Which sent bodies a filter bears on that is about those that are built; nothing of another filter, or of several,
/// which say themselves what is sent.
std::optional<readings::BodiesOf> bodies_of(mutants::WrittenMutant const& reading, mutants::MutantPages const& pages) {
  if (reading.filters.size() > 1) return std::nullopt;
  mutants::Hook const& hook = pages.hooks.at(reading.filters.front().hook);
  bool const is_notified_of_sending = hook.operations.contains("run") || hook.operations.contains("turn");
  if (!hook.operations.contains("build_request") || is_notified_of_sending || hook.input == mutants::HookInput::params)
    return std::nullopt;
  return hook.name == "built_body" ? readings::BodiesOf::all_requests : readings::BodiesOf::prepared_messages;
}

std::vector<ReadingRule> written_as_filters(FileTree const& spec) {
  mutants::MutantPages pages = mutants::read_reading_pages(spec);
  std::vector<ReadingRule> rules;
  for (mutants::WrittenMutant const& reading : pages.mutants) {
    if (!reading.unobservable.empty())
      rules.push_back({.decision = reading.clause, .reading = reading.name, .unobservable = reading.unobservable});
  }
  std::erase_if(pages.mutants, [](mutants::WrittenMutant const& reading) { return reading.filters.empty(); });
  std::vector<std::optional<readings::BodiesOf>> sent;
  for (mutants::WrittenMutant const& reading : pages.mutants) sent.push_back(bodies_of(reading, pages));
  std::vector<Mutant> mutants = mutants::filter_mutants(std::move(pages));
  for (std::size_t index = 0; index < mutants.size(); ++index) {
    Mutant& mutant = mutants[index];
    ReadingRule rule{.decision = mutant.clause, .reading = mutant.id};
    mutant.id = rule.decision + " " + rule.reading;
    rule.deviation = sent[index] ? readings::with_sent_bodies(std::move(mutant), *sent[index]) : std::move(mutant);
    rules.push_back(std::move(rule));
  }
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

}  // namespace conformance
