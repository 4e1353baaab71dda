#include "harness/run/run_faults.hpp"

#include <algorithm>
#include <tuple>

#include "harness/faults/diagnosis.hpp"
#include "harness/faults/mistake_search.hpp"
#include "harness/faults/shown_items.hpp"
#include "harness/habits/habit.hpp"
#include "harness/run/summary.hpp"
#include "harness/subject/in_process.hpp"

namespace conformance {
namespace {

std::vector<JudgedVector> judged_vectors(std::vector<VectorResult> const& results, SignatureMaker const& signatures) {
  std::vector<JudgedVector> judged;
  for (VectorResult const& result : results) {
    Status const status = result.status();
    if (status == Status::unsupported || status == Status::error) continue;
    JudgedVector vector{.vector = result.vector, .shown = {}, .group = result.group};
    for (Attempt const& attempt : result.attempts) {
      if (!shows_broken(attempt.judgement.status)) continue;
      vector.shown.merge(signatures.of(attempt));
      if (vector.raised.empty()) vector.raised = raised_by(attempt);
    }
    judged.push_back(std::move(vector));
  }
  return judged;
}

Group group_of(Fault const& fault, ClauseRegistry const& registry) {
  if (fault.clauses.empty()) return Group::documents;
  Group group = Group::extensions;
  for (std::string const& id : fault.clauses) {
    Clause const* const clause = registry.find_clause(id);
    group = std::min(group, clause == nullptr ? Group::documents : clause->group);
  }
  return group;
}

/// The signature that most of the narrowest vector shows first, then the others.
std::vector<std::string> texts_of(Fault const& fault, std::vector<JudgedVector> const& judged) {
  std::vector<std::size_t> const& shown_by = fault.own.empty() ? fault.other : fault.own;
  std::set<Signature> const& narrowest = judged[shown_by.front()].shown;
  std::vector<std::string> texts;
  for (bool const in_narrowest : {true, false}) {
    for (Signature const& signature : fault.signatures) {
      if (narrowest.contains(signature) == in_narrowest) texts.push_back(signature_text(signature));
    }
  }
  return texts;
}

/// Turns a diagnosis into what reports show.
class FaultReport {
 public:
  FaultReport(std::vector<VectorResult>& results, std::vector<JudgedVector> const& judged,
              ClauseRegistry const& registry, Deciding const& deciding, ShownBy const& shown_by)
      : judged_(judged), registry_(registry), deciding_(deciding), shown_by_(shown_by) {
    for (VectorResult& result : results) results_.emplace(result.vector, &result);
  }

  /// The faults, the worst first.
  [[nodiscard]] std::vector<RunFault> faults(Diagnosis const& diagnosis) {
    std::vector<std::pair<RunFault, std::size_t>> reported;
    for (std::size_t index = 0; index < diagnosis.faults.size(); ++index)
      reported.emplace_back(reported_fault(diagnosis, index), index);
    decide_rest(reported, diagnosis);
    std::stable_sort(reported.begin(), reported.end(),
                     [](auto const& one, auto const& other) { return rank(one.first) < rank(other.first); });
    std::vector<std::size_t> numbers(reported.size());
    std::vector<RunFault> sorted;
    for (auto& [fault, index] : reported) {
      fault.number = numbers[index] = sorted.size() + 1;
      sorted.push_back(std::move(fault));
    }
    for (std::size_t index = 0; index < judged_.size(); ++index) {
      Blame blame = diagnosis.blames[index];
      if (blame.faults.empty()) continue;
      for (std::size_t& fault : blame.faults) fault = numbers[fault];
      results_.at(judged_[index].vector)->blame = std::move(blame);
    }
    return sorted;
  }

 private:
  using Rank = std::tuple<bool, Group, int, int, std::string>;
  static Rank rank(RunFault const& fault) {
    return {!fault.decides, fault.group, -static_cast<int>(fault.would_pass), -static_cast<int>(fault.own.size()),
            fault.what};
  }

  /// A vector that decides needs a fault that does: all of its faults do, where none has one of its own clauses there.
  void decide_rest(std::vector<std::pair<RunFault, std::size_t>>& reported, Diagnosis const& diagnosis) const {
    std::set<std::size_t> deciding;
    for (std::size_t vector = 0; vector < judged_.size(); ++vector) {
      VectorResult const& result = *results_.at(judged_[vector].vector);
      std::vector<std::size_t> const& faults = diagnosis.blames[vector].faults;
      bool const is_decided =
          std::any_of(faults.begin(), faults.end(), [&](std::size_t fault) { return reported[fault].first.decides; });
      if (!is_decided && is_failure(result.status()) && decides(result, deciding_))
        deciding.insert(faults.begin(), faults.end());
    }
    for (std::size_t const fault : deciding) reported[fault].first.decides = true;
  }

  [[nodiscard]] RunFault reported_fault(Diagnosis const& diagnosis, std::size_t index) const {
    Fault const& fault = diagnosis.faults[index];
    std::vector<std::string> texts = texts_of(fault, judged_);
    RunFault reported{.what = texts.front(),
                      .besides = {std::next(texts.begin()), texts.end()},
                      .clauses = fault.clauses,
                      .known = is_alike(fault) ? fault.known->breaks : "",
                      .group = group_of(fault, registry_)};
    for (std::size_t const vector : fault.own) {
      VectorResult const& result = *results_.at(judged_[vector].vector);
      reported.own.push_back(result.vector->id);
      reported.decides = reported.decides || (is_failure(result.status()) && decides(result, deciding_));
    }
    for (std::size_t const vector : fault.other) reported.other.push_back(judged_[vector].vector->id);
    for (std::vector<std::size_t> const* const vectors : {&fault.own, &fault.other}) {
      reported.would_pass +=
          static_cast<std::size_t>(std::count_if(vectors->begin(), vectors->end(), [&](std::size_t vector) {
            return diagnosis.blames[vector].faults.size() == 1;
          }));
    }
    return reported;
  }

  /// Whether all that the known mistake would show in vectors of its clauses is there: what only resembles it would be
  /// a wrong hint. A habit was found by how much of it is seen everywhere.
  [[nodiscard]] bool is_alike(Fault const& fault) const {
    if (fault.known == nullptr || is_habit(*fault.known)) return fault.known != nullptr;
    return std::all_of(fault.own.begin(), fault.own.end(), [&](std::size_t index) {
      std::set<Signature> const expected = shown_by_({fault.known}, *judged_[index].vector);
      std::set<Signature> const& shown = judged_[index].shown;
      return std::includes(shown.begin(), shown.end(), expected.begin(), expected.end());
    });
  }

  std::vector<JudgedVector> const& judged_;
  ClauseRegistry const& registry_;
  Deciding const& deciding_;
  ShownBy const& shown_by_;
  std::map<Vector const*, VectorResult*> results_;
};

}  // namespace

std::vector<RunFault> find_faults(std::vector<VectorResult>& results, Corpus const& corpus,
                                  ClauseRegistry const& registry, std::vector<Mutant> const& mutants, Profile profile,
                                  Deciding const& deciding, mock_provider::Server& mock) {
  for (VectorResult& result : results) result.blame = std::nullopt;
  bool const has_failure = std::any_of(results.begin(), results.end(),
                                       [](VectorResult const& result) { return shows_broken(result.status()); });
  if (!has_failure) return {};
  SignatureMaker const signatures(corpus);
  std::vector<JudgedVector> const judged = judged_vectors(results, signatures);
  InProcessSubject reference;
  MutantJudge const judge(registry, profile, reference, mock);
  KnownMistakes known(judge, signatures);
  std::vector<Mutant const*> compared;
  for (Mutant const& mutant : mutants) compared.push_back(&mutant);
  for (Mutant const& habit : habit_mistakes()) compared.push_back(&habit);
  ShownBy const shown_by = [&](std::vector<Mutant const*> const& mistakes, Vector const& vector) {
    return known.shown_by(mistakes, vector);
  };
  return FaultReport(results, judged, registry, deciding, shown_by).faults(diagnose(judged, compared, shown_by));
}

}  // namespace conformance
