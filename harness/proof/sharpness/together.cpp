#include "harness/proof/sharpness/together.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <string>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/deviations/habit.hpp"
#include "harness/judge/faults/diagnosis.hpp"

namespace conformance {
namespace {

Mistakes drawn(std::vector<Deviation> const& mutants, std::size_t count, std::mt19937_64& dice) {
  std::set<std::size_t> places;
  while (places.size() < std::min(count, mutants.size())) places.insert(dice() % mutants.size());
  Mistakes chosen;
  for (std::size_t const place : places) chosen.push_back(&mutants[place]);
  return chosen;
}

bool cites_clause(Vector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

/// One subject with several mistakes.
class Round {
 public:
  Round(Mistakes mistakes, Suite const& suite, DeviationJudge const& judge, SignatureMaker const& signatures,
        KnownMistakes& known)
      : mistakes_(std::move(mistakes)), judge_(judge), signatures_(signatures), known_(known) {
    Deviation const subject = all_at_once(mistakes_);
    for (Vector const& vector : suite.corpus.vectors) {
      std::optional<Attempt> const failure = judge.failure_of(vector, subject);
      judged_.push_back({.vector = &vector,
                         .shown = shown_by(failure),
                         .group = suite.registry.leading_clause(vector.clauses).group,
                         .raised = failure ? raised_by(*failure) : ""});
    }
  }

  void add_to(TogetherScore& score, Mistakes const& compared) {
    Diagnosis const diagnosis = diagnose(judged_, compared, [&](Mistakes const& at_once, Vector const& vector) {
      return known_.shown_by(at_once, vector);
    });
    std::set<Deviation const*> found;
    for (Fault const& fault : diagnosis.faults) {
      bool belongs = false;
      for (Deviation const* const mistake : mistakes_) {
        if (!is_shown_by(fault, *mistake)) continue;
        belongs = true;
        found.insert(mistake);
      }
      ++score.faults;
      if (belongs)
        ++score.belonging;
      else
        score.wrong.push_back(text_of(fault));
    }
    for (Deviation const* const mistake : mistakes_) {
      if (is_covered(*mistake)) continue;
      ++score.mistakes;
      if (found.contains(mistake))
        ++score.found;
      else
        score.missed.push_back(fmt::format("{} ({})", mistake->id, mistake->clause));
    }
  }

 private:
  [[nodiscard]] std::string text_of(Fault const& fault) const {
    std::vector<std::size_t> const& shown_by = fault.own.empty() ? fault.other : fault.own;
    return fmt::format("{} [{}] {}, shown by {}", signature_text(fault.signatures.front()),
                       fmt::join(fault.clauses, " "), fault.known == nullptr ? "of no known mistake" : fault.known->id,
                       judged_[shown_by.front()].vector->id);
  }

  [[nodiscard]] bool is_shown_by(Fault const& fault, Deviation const& mistake) const {
    if (std::find(fault.clauses.begin(), fault.clauses.end(), mistake.clause) == fault.clauses.end()) return false;
    return std::any_of(fault.own.begin(), fault.own.end(), [&](std::size_t index) {
      Vector const& vector = *judged_[index].vector;
      return cites_clause(vector, mistake.clause) && !known_.shown_by(mistake, vector).empty();
    });
  }

  [[nodiscard]] std::set<Signature> shown_by(std::optional<Attempt> const& failure) const {
    return failure ? signatures_.of(*failure) : std::set<Signature>();
  }

  /// Whether all vectors of its clause show the same without it.
  [[nodiscard]] bool is_covered(Deviation const& mistake) const {
    Mistakes others = mistakes_;
    std::erase(others, &mistake);
    Deviation const without = all_at_once(others);
    return std::all_of(judged_.begin(), judged_.end(), [&](JudgedVector const& judged) {
      return !cites_clause(*judged.vector, mistake.clause) ||
             judged.shown == shown_by(judge_.failure_of(*judged.vector, without));
    });
  }

  Mistakes mistakes_;
  DeviationJudge const& judge_;
  SignatureMaker const& signatures_;
  KnownMistakes& known_;
  std::vector<JudgedVector> judged_;
};

Mistakes all_but(std::vector<Deviation> const& mutants, Mistakes const& left_out) {
  Mistakes rest;
  for (Deviation const& mutant : mutants) {
    if (std::find(left_out.begin(), left_out.end(), &mutant) == left_out.end()) rest.push_back(&mutant);
  }
  for (Deviation const& habit : habits_everywhere()) rest.push_back(&habit);
  return rest;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double TogetherScore::recall() const {
  return share(found, mistakes);
}

double TogetherScore::precision() const {
  return share(belonging, faults);
}

TogetherBar bar_of(std::size_t at_once) {
  if (at_once <= 1) return {.recall = 1, .precision = 0.97};
  if (at_once <= 5) return {.recall = 0.98, .precision = 0.97};
  if (at_once <= 20) return {.recall = 0.95, .precision = 0.95};
  return {.recall = 0.9, .precision = 0.9};
}

std::size_t usual_rounds(std::size_t at_once) {
  return std::clamp<std::size_t>(60 / at_once, 2, 20);
}

TogetherScore measure_together(TogetherPlan const& plan, Suite const& suite, std::vector<Deviation> const& mutants,
                               DeviationJudge const& judge, SignatureMaker const& signatures, KnownMistakes& known,
                               std::function<void(TogetherScore const&)> const& after_round) {
  TogetherScore score{.at_once = plan.at_once};
  std::mt19937_64 dice(plan.seed);
  while (score.rounds < plan.rounds) {
    Mistakes const mistakes = drawn(mutants, plan.at_once, dice);
    Round(mistakes, suite, judge, signatures, known)
        .add_to(score, all_but(mutants, plan.unknown ? mistakes : Mistakes()));
    ++score.rounds;
    if (after_round) after_round(score);
  }
  return score;
}

}  // namespace conformance
