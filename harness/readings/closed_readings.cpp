#include "harness/readings/closed_readings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "harness/input_error.hpp"
#include "harness/mutants/mutated_subject.hpp"
#include "harness/replay/replay.hpp"

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

/// The reference under one rule upon the other; the first asks the reference itself.
class Layered {
 public:
  Layered(std::vector<ReadingRule const*> const& rules, Subject& reference) : top_(&reference) {
    for (ReadingRule const* const rule : rules) {
      mutants_.push_back(std::make_unique<Mutant>(as_mutant(*rule)));
      subjects_.push_back(std::make_unique<MutatedSubject>(*mutants_.back(), *top_));
      top_ = subjects_.back().get();
    }
  }
  [[nodiscard]] Subject& subject() const { return *top_; }

 private:
  std::vector<std::unique_ptr<Mutant>> mutants_;
  std::vector<std::unique_ptr<MutatedSubject>> subjects_;
  Subject* top_;
};

bool is_about(Vector const& vector, std::string const& decision, ClauseRegistry const& registry) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry.find_clause(id);
    return clause != nullptr &&
           std::find(clause->contested.begin(), clause->contested.end(), decision) != clause->contested.end();
  });
}

ReadingFate fate_of(std::vector<ReadingRule const*> const& rules, Profile profile, Corpus const& corpus,
                    ClauseRegistry const& registry, Subject& reference, mock_provider::Server& mock) {
  ReadingFate fate;
  for (ReadingRule const* const rule : rules) fate.readings.push_back(rule->decision + " " + rule->reading);
  Layered const layered(rules, reference);
  ReplayContext const context{.subject = layered.subject(), .registry = registry, .profile = profile, .mock = mock};
  for (Vector const& vector : corpus.vectors) {
    Attempt const attempt = replay_direct(vector, context, Way::direct);
    if (is_failure(attempt.judgement.status))
      fate.failing.push_back(fmt::format("{}: {}", vector.id, attempt.judgement.detail));
    fate.is_told = fate.is_told || std::any_of(rules.begin(), rules.end(), [&](ReadingRule const* rule) {
                     return attempt.judgement.reading == rule->reading && is_about(vector, rule->decision, registry);
                   });
  }
  return fate;
}

}  // namespace
}  // namespace closed_readings

std::vector<ReadingFate> judge_readings(Corpus const& corpus, ClauseRegistry const& registry,
                                        std::vector<ReadingRule> const& rules, Subject& reference,
                                        mock_provider::Server& mock) {
  std::vector<ReadingFate> fates;
  for (ReadingRule const& rule : rules) {
    Reading const& reading = closed_readings::reading_of(rule, registry);
    if (!rule.unobservable.empty()) continue;
    Profile const profile = reading.is_departure ? Profile::live : Profile::lenient;
    fates.push_back(closed_readings::fate_of({&rule}, profile, corpus, registry, reference, mock));
  }
  return fates;
}

std::vector<ReadingFate> judge_combinations(Corpus const& corpus, ClauseRegistry const& registry,
                                            std::vector<ReadingRule> const& rules, std::size_t count,
                                            std::uint64_t seed, Subject& reference, mock_provider::Server& mock) {
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
    fates.push_back(closed_readings::fate_of(chosen, Profile::lenient, corpus, registry, reference, mock));
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
