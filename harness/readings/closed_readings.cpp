#include "harness/readings/closed_readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "harness/input_error.hpp"
#include "harness/mutants/together.hpp"

namespace conformance {
namespace closed_readings {
namespace {

Reading const& reading_of(ReadingRule const& rule, ClauseRegistry const& registry) {
  Decision const* const decision = registry.find_decision(rule.decision);
  Reading const* const reading = decision == nullptr ? nullptr : decision->find(rule.reading);
  if (reading == nullptr)
    throw HarnessError(fmt::format("a rule is about {} {}, which is not in decisions.md", rule.decision, rule.reading));
  return *reading;
}

bool is_about(Vector const& vector, std::string const& decision, ClauseRegistry const& registry) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry.find_clause(id);
    return clause != nullptr &&
           std::find(clause->contested.begin(), clause->contested.end(), decision) != clause->contested.end();
  });
}

/// Whether some vector has an expectation for the reading.
bool is_expected(ReadingRule const& rule, Corpus const& corpus, ClauseRegistry const& registry) {
  auto const expects = [&](Step const& step) {
    return std::any_of(step.expect.readings.begin(), step.expect.readings.end(),
                       [&](ExpectedReading const& reading) { return reading.name == rule.reading; });
  };
  return std::any_of(corpus.vectors.begin(), corpus.vectors.end(), [&](Vector const& vector) {
    return is_about(vector, rule.decision, registry) && std::any_of(vector.steps.begin(), vector.steps.end(), expects);
  });
}

ReadingFate fate_of(std::vector<ReadingRule const*> const& rules, Corpus const& corpus, ClauseRegistry const& registry,
                    MutantJudge const& judge) {
  ReadingFate fate;
  std::vector<Mutant> mutants;
  std::vector<Mutant const*> pointers;
  for (ReadingRule const* const rule : rules) mutants.push_back(as_mutant(*rule));
  for (Mutant const& mutant : mutants) {
    fate.readings.push_back(mutant.id);
    pointers.push_back(&mutant);
  }
  Mutant const follower = all_at_once(pointers);
  for (Vector const& vector : corpus.vectors) {
    std::optional<Attempt> const attempt = judge.attempt_of(vector, follower);
    if (!attempt) continue;
    fate.changes.push_back(
        fmt::format("{} {} {}", vector.id, status_name(attempt->judgement.status), attempt->judgement.reading));
    if (is_failure(attempt->judgement.status))
      fate.failing.push_back(fmt::format("{}: {}", vector.id, attempt->judgement.detail));
    fate.is_told = fate.is_told || std::any_of(rules.begin(), rules.end(), [&](ReadingRule const* rule) {
                     return attempt->judgement.reading == rule->reading && is_about(vector, rule->decision, registry);
                   });
  }
  return fate;
}

}  // namespace
}  // namespace closed_readings

std::vector<ReadingFate> judge_readings(Corpus const& corpus, ClauseRegistry const& registry,
                                        std::vector<ReadingRule> const& rules, MutantJudge const& lenient,
                                        MutantJudge const& live) {
  std::vector<ReadingFate> fates;
  for (ReadingRule const& rule : rules) {
    Reading const& reading = closed_readings::reading_of(rule, registry);
    if (!rule.unobservable.empty()) continue;
    fates.push_back(closed_readings::fate_of({&rule}, corpus, registry, reading.is_departure ? live : lenient));
    // In live the reference departs by itself.
    if (reading.is_departure) fates.back().is_told = closed_readings::is_expected(rule, corpus, registry);
  }
  return fates;
}

std::vector<ReadingFate> judge_combinations(Corpus const& corpus, ClauseRegistry const& registry,
                                            std::vector<ReadingRule> const& rules, std::size_t count,
                                            std::uint64_t seed, MutantJudge const& lenient) {
  std::map<std::string, std::vector<ReadingRule const*>> by_decision;
  for (ReadingRule const& rule : rules) {
    if (rule.unobservable.empty() && !closed_readings::reading_of(rule, registry).is_departure)
      by_decision[rule.decision].push_back(&rule);
  }
  std::mt19937_64 dice(seed);
  std::vector<ReadingFate> fates;
  for (std::size_t round = 0; round < count; ++round) {
    std::vector<ReadingRule const*> chosen;
    for (auto const& [decision, of_decision] : by_decision) {
      // The reference's own reading is one of the choices.
      std::size_t const choice = dice() % (of_decision.size() + 1);
      if (choice < of_decision.size()) chosen.push_back(of_decision[choice]);
    }
    fates.push_back(closed_readings::fate_of(chosen, corpus, registry, lenient));
  }
  return fates;
}

std::vector<std::string> readings_without_rule(ClauseRegistry const& registry, std::vector<ReadingRule> const& rules) {
  std::vector<std::string> missing;
  for (Decision const& decision : registry.decisions()) {
    for (Reading const& reading : decision.readings) {
      bool const is_own =
          std::find(reading.profiles.begin(), reading.profiles.end(), "as-written") != reading.profiles.end();
      bool const has_rule = std::any_of(rules.begin(), rules.end(), [&](ReadingRule const& rule) {
        return rule.decision == decision.id && rule.reading == reading.name;
      });
      if (!is_own && !has_rule) missing.push_back(decision.id + " " + reading.name);
    }
  }
  return missing;
}

}  // namespace conformance
