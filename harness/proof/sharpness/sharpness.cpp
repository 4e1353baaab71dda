#include "harness/proof/sharpness/sharpness.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <random>
#include <set>
#include <utility>

namespace conformance {
namespace {

/// Vectors that are played at the same time. Many wait for tools and for answers that come late; but mutants of them
/// have only so much patience, and each thread has the filters compiled for itself.
constexpr std::size_t vectors_at_once = 2;
constexpr std::size_t vectors_at_once_without_mutants = 16;

constexpr std::chrono::seconds between_lines{10};
constexpr std::chrono::seconds between_savings{30};

void for_each_index(std::size_t count, std::size_t at_once, std::function<void(std::size_t)> const& visit) {
  std::atomic<std::size_t> next = 0;
  auto const visit_some = [&] {
    for (std::size_t index = next++; index < count; index = next++) visit(index);
  };
  std::vector<std::future<void>> visitors;
  for (std::size_t visitor = 0; visitor < at_once; ++visitor)
    visitors.push_back(std::async(std::launch::async, visit_some));
  for (std::future<void>& visitor : visitors) visitor.get();
}

/// Whether a time has passed since it last was due.
class Due {
 public:
  explicit Due(std::chrono::seconds every) : every_(every) {}

  [[nodiscard]] bool now() {
    auto const time = std::chrono::steady_clock::now();
    if (time - last_ < every_) return false;
    last_ = time;
    return true;
  }

 private:
  std::chrono::seconds const every_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string text_of(ShownPlaces const& places) {
  if (places.empty()) return "nowhere";
  std::string text;
  for (ShownPlace const& place : places)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", place.operation,
                        place.pointer.empty() ? "(whole answer)" : place.pointer);
  return text;
}

/// A choice that differs from seed to seed.
bool is_chosen(std::size_t mutant, std::size_t vector, Playing const& playing) {
  if (!playing.check_one_in) return false;
  std::minstd_rand dice(static_cast<std::uint_fast32_t>(playing.seed + 31 * mutant + 1009 * vector));
  dice.discard(2);
  return dice() % *playing.check_one_in == 0;
}

}  // namespace

Sharpness::Sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Mutant> const& mutants,
                     MutantJudge const& judge, std::optional<ResultFiles> files, Tell tell)
    : corpus_(corpus),
      registry_(registry),
      mutants_(mutants),
      judge_(judge),
      files_(std::move(files)),
      tell_(std::move(tell)),
      signatures_(corpus),
      results_(mutants, keyed_vectors()) {
  if (!files_) return;
  for (std::string const& note : files_->read_into(results_)) tell_(note);
}

std::vector<ResultVector> Sharpness::keyed_vectors() const {
  std::vector<ResultVector> keyed(corpus_.vectors.size());
  for_each_index(keyed.size(), vectors_at_once_without_mutants, [&](std::size_t index) {
    Vector const& vector = corpus_.vectors[index];
    keyed[index] = {.id = vector.id,
                    .key = result_key(vector, registry_, signatures_, judge_.answers_of(vector)),
                    .operations = {},
                    .is_played_anew = judge_.plays_anew(vector)};
    for (Step const& step : vector.steps) keyed[index].operations.insert(step.operation);
  });
  return keyed;
}

Played Sharpness::play(Playing const& playing) {
  std::vector<std::size_t> vectors;
  for (std::size_t vector = 0; vector < results_.vector_count(); ++vector) {
    if (!due_mutants(vector, playing).empty()) vectors.push_back(vector);
  }
  Played played;
  Due line(between_lines);
  Due saving(between_savings);
  std::size_t done = 0;
  for_each_index(vectors.size(), vectors_at_once, [&](std::size_t index) {
    play_vector(vectors[index], playing, played);
    std::scoped_lock const lock(mutex_);
    ++done;
    if (line.now()) tell_(fmt::format("{} of {} vectors played with mutants", done, vectors.size()));
    if (saving.now()) keep();
  });
  if (!vectors.empty()) keep();
  return played;
}

std::vector<std::size_t> Sharpness::due_mutants(std::size_t vector, Playing const& playing) {
  std::vector<std::size_t> due;
  std::scoped_lock const lock(mutex_);
  for (std::size_t mutant = 0; mutant < results_.mutant_count(); ++mutant) {
    if (playing.is_wanted && !playing.is_wanted(mutant, vector)) continue;
    if (playing.anew || !results_.know(mutant, vector) || is_chosen(mutant, vector, playing)) due.push_back(mutant);
  }
  return due;
}

ShownPlaces Sharpness::places_under(std::size_t mutant, std::size_t vector) const {
  std::optional<Attempt> const failure = judge_.failure_of(corpus_.vectors[vector], mutants_[mutant]);
  return failure ? signatures_.places_of(*failure) : ShownPlaces();
}

void Sharpness::play_vector(std::size_t vector, Playing const& playing, Played& played_so_far) {
  std::vector<std::pair<std::size_t, ShownPlaces>> shown;
  for (std::size_t const mutant : due_mutants(vector, playing))
    shown.emplace_back(mutant, places_under(mutant, vector));
  std::scoped_lock const lock(mutex_);
  for (auto& [mutant, places] : shown) {
    bool const was_known = results_.know(mutant, vector);
    ++(was_known ? played_so_far.checked : played_so_far.results);
    if (was_known && places != results_.shown(mutant, vector)) {
      // What many threads do may come out otherwise now and then.
      places = places_under(mutant, vector);
      ShownPlaces const& before = results_.shown(mutant, vector);
      if (places != before)
        played_so_far.refuted.push_back(fmt::format("{} fails under {} at {}, and not at {}",
                                                    corpus_.vectors[vector].id, mutants_[mutant].id, text_of(places),
                                                    text_of(before)));
    }
    results_.add(mutant, vector, std::move(places));
  }
}

void Sharpness::keep() {
  if (!files_) return;
  std::string const problem = files_->keep(results_);
  if (!problem.empty()) tell_(problem);
}

KillMatrix Sharpness::matrix(std::vector<Mutant> const& some) const {
  return kill_matrix(some, as_cited(corpus_),
                     [&](Mutant const& mutant) { return results_.killers(results_.index_of_mutant(mutant.id)); });
}

}  // namespace conformance
