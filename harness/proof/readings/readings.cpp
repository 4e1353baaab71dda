#include "harness/proof/readings/readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "harness/judge/deviations/filter_deviations.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/proof/readings/sent_bodies.hpp"

namespace conformance {
namespace {

std::vector<Deviation> written_in_cpp() {
  std::vector<Deviation> all;
  for (auto const rules : {readings::files_and_templates, readings::agent_loop}) {
    for (Deviation& rule : rules()) all.push_back(std::move(rule));
  }
  return all;
}

/// Which sent bodies a filter bears on that is about those that are built; nothing of another filter, of none, or of
/// several, which say themselves what is sent.
std::optional<readings::BodiesOf> bodies_of(deviations::WrittenDeviation const& reading,
                                            deviations::DeviationPages const& pages) {
  if (reading.filters.size() != 1) return std::nullopt;
  deviations::Hook const& hook = pages.hooks.at(reading.filters.front().hook);
  bool const is_notified_of_sending = hook.operations.contains("run") || hook.operations.contains("turn");
  if (!hook.operations.contains("build_request") || is_notified_of_sending ||
      hook.input == deviations::HookInput::params)
    return std::nullopt;
  return hook.name == "built_body" ? readings::BodiesOf::all_requests : readings::BodiesOf::prepared_messages;
}

std::vector<Deviation> written_as_filters(FileTree const& spec) {
  deviations::DeviationPages pages = deviations::read_reading_pages(spec);
  std::vector<std::optional<readings::BodiesOf>> sent;
  for (deviations::WrittenDeviation const& reading : pages.deviations) sent.push_back(bodies_of(reading, pages));
  std::vector<Deviation> rules = deviations::filter_deviations(std::move(pages));
  for (std::size_t index = 0; index < rules.size(); ++index) {
    Deviation& rule = rules[index];
    rule.reading = std::exchange(rule.id, "");
    rule.id = fmt::format("{} {}", rule.clause, rule.reading);
    if (sent[index]) rule = readings::with_sent_bodies(std::move(rule), *sent[index]);
  }
  return rules;
}

}  // namespace

std::vector<Deviation> read_readings(FileTree const& spec) {
  std::vector<Deviation> rules = written_as_filters(spec);
  std::set<std::pair<std::string, std::string>> known;
  for (Deviation const& rule : rules) known.emplace(rule.clause, rule.reading);
  for (Deviation& rule : written_in_cpp()) {
    if (!known.emplace(rule.clause, rule.reading).second)
      throw InputError(
          fmt::format("the reading {} {} is written in C++ as well; take its filter away", rule.clause, rule.reading));
    rules.push_back(std::move(rule));
  }
  std::sort(rules.begin(), rules.end(), [](Deviation const& left, Deviation const& right) {
    return std::tie(left.clause, left.reading) < std::tie(right.clause, right.reading);
  });
  return rules;
}

}  // namespace conformance

namespace conformance::readings {

Deviation rule_of(std::string const& decision, std::string const& reading, deviations::Rule answer) {
  return {.id = fmt::format("{} {}", decision, reading),
          .clause = decision,
          .breaks = "",
          .answer = std::move(answer),
          .reading = reading};
}

}  // namespace conformance::readings
