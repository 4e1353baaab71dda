#include "harness/proof/sharpness/sharpness.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>

namespace conformance {
namespace {

/// Vectors that are played at the same time. Those of turns wait, for tools, for retries and for what a mutant never
/// delivers, and cost no processor meanwhile; but each thread has the filters compiled for itself.
constexpr std::size_t mutated_at_once = 6;

// Where a vector fails: "load /inputs/*/kind", with a plus in front when it is carried.

std::string text_of(ShownPlace const& place) {
  return fmt::format("{}{} {}", place.is_carried ? "+" : "", place.operation, place.pointer);
}

ShownPlace place_in(std::string const& text) {
  bool const is_carried = text.starts_with('+');
  std::size_t const begin = is_carried ? 1 : 0;
  std::size_t const end = text.find(' ');
  return {.operation = text.substr(begin, end - begin), .pointer = text.substr(end + 1), .is_carried = is_carried};
}

std::vector<ResultDeviation> deviations_of(std::vector<Deviation> const& mutants) {
  std::vector<ResultDeviation> deviations;
  for (Deviation const& mutant : mutants) {
    DeviationMakeup makeup = mutant.makeup();
    deviations.push_back({.name = mutant.id,
                          .digest = std::move(makeup.digest),
                          .operations = mutant.operations,
                          .asks_further = makeup.asks_further});
  }
  return deviations;
}

}  // namespace

Sharpness::Sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Deviation> const& mutants,
                     DeviationJudge const& judge, std::optional<ResultFiles> files, Tell tell)
    : corpus_(corpus),
      mutants_(mutants),
      judge_(judge),
      signatures_(corpus),
      plays_(KeptResults(
                 deviations_of(mutants), result_vectors(corpus, registry, signatures_),
                 [&](std::size_t vector) { return judge.answers_of(corpus.vectors[vector]); },
                 digests_by_edition(program_digests(KeptKind::mutants), registry)),
             std::move(files), std::move(tell)) {}

Played Sharpness::play(Playing const& playing) {
  return plays_.play(playing, mutated_at_once,
                     [&](std::size_t mutant, std::size_t vector) { return outcome(mutant, vector); });
}

Outcome Sharpness::outcome(std::size_t mutant, std::size_t vector) const {
  Outcome outcome;
  std::optional<Attempt> const failure = judge_.failure_of(corpus_.vectors[vector], mutants_[mutant]);
  if (!failure) return outcome;
  for (ShownPlace const& place : signatures_.places_of(*failure)) outcome.insert(text_of(place));
  return outcome;
}

Killers Sharpness::killers(Deviation const& mutant) const {
  Killers killers;
  for (auto const& [vector, outcome] : results().outcomes(results().index_of_deviation(mutant.id))) {
    for (std::string const& text : outcome) killers[vector].insert(place_in(text));
  }
  return killers;
}

KillMatrix Sharpness::matrix(std::vector<Deviation> const& some) const {
  return kill_matrix(some, as_cited(corpus_), [&](Deviation const& mutant) { return killers(mutant); });
}

}  // namespace conformance
