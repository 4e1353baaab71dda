#include "harness/proof/kept/kept_plays.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <chrono>
#include <random>
#include <utility>

#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/proof/kept/at_once.hpp"

namespace conformance {
namespace {

constexpr std::chrono::seconds between_lines{10};
constexpr std::chrono::seconds between_savings{30};

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

std::string text_of(std::optional<Outcome> const& outcome) {
  if (!outcome) return "what is not kept";
  return outcome->empty() ? "nothing" : fmt::format("'{}'", fmt::join(*outcome, "', '"));
}

/// A choice that differs from seed to seed. To play all results of a vector costs little more than to play one.
bool is_chosen(std::size_t vector, Playing const& playing) {
  if (!playing.check_one_in) return false;
  std::minstd_rand dice(static_cast<std::uint_fast32_t>(playing.seed + 1009 * vector));
  dice.discard(2);
  return dice() % *playing.check_one_in == 0;
}

}  // namespace

KeptPlays::KeptPlays(KeptResults results, std::optional<ResultFiles> files, Tell tell)
    : results_(std::move(results)), files_(std::move(files)), tell_(std::move(tell)) {
  if (!files_) return;
  for (std::string const& note : files_->read_into(results_)) tell_(note);
}

Played KeptPlays::play(Playing const& playing, std::size_t at_once, Play const& play) {
  std::vector<std::size_t> vectors;
  for (std::size_t vector = 0; vector < results_.vector_count(); ++vector) {
    if (!due_deviations(vector, playing).empty()) vectors.push_back(vector);
  }
  Played played;
  Due line(between_lines);
  Due saving(between_savings);
  std::size_t done = 0;
  for_each_index(vectors.size(), at_once, [&](std::size_t index) {
    play_vector(vectors[index], playing, play, played);
    std::scoped_lock const lock(mutex_);
    ++done;
    if (line.now()) tell_(fmt::format("{} of {} vectors played", done, vectors.size()));
    if (saving.now()) keep();
  });
  if (!vectors.empty()) keep();
  return played;
}

std::vector<std::size_t> KeptPlays::due_deviations(std::size_t vector, Playing const& playing) {
  std::vector<std::size_t> due;
  bool const is_checked = is_chosen(vector, playing);
  std::scoped_lock const lock(mutex_);
  std::size_t const count = results_.deviation_count();
  bool const are_all_due = playing.anew || is_checked;
  for (std::size_t deviation = 0; deviation < count; ++deviation) {
    if (!are_all_due && results_.know(deviation, vector)) continue;
    if (!playing.is_wanted || playing.is_wanted(deviation, vector)) due.push_back(deviation);
  }
  return due;
}

void KeptPlays::play_vector(std::size_t vector, Playing const& playing, Play const& play, Played& played_so_far) {
  std::vector<std::pair<std::size_t, std::optional<Outcome>>> outcomes;
  for (std::size_t const deviation : due_deviations(vector, playing))
    outcomes.emplace_back(deviation, play(deviation, vector));
  std::scoped_lock const lock(mutex_);
  for (auto& [deviation, outcome] : outcomes) take(deviation, vector, std::move(outcome), play, played_so_far);
}

void KeptPlays::take(std::size_t deviation, std::size_t vector, std::optional<Outcome> outcome, Play const& play,
                     Played& played_so_far) {
  bool const was_known = results_.know(deviation, vector);
  ++(was_known ? played_so_far.checked : played_so_far.results);
  if (was_known && outcome != results_.outcome(deviation, vector)) {
    // What many threads do may come out otherwise now and then.
    outcome = play(deviation, vector);
    Outcome const& before = results_.outcome(deviation, vector);
    if (outcome != before)
      played_so_far.refuted.push_back(fmt::format("{} makes of {} {}, and not {}", results_.name_of(deviation),
                                                  results_.id_of(vector), text_of(outcome), text_of(before)));
  }
  if (outcome)
    results_.add(deviation, vector, std::move(*outcome));
  else
    results_.forget(deviation, vector);
}

void KeptPlays::keep() {
  if (!files_) return;
  std::string const problem = files_->keep(results_);
  if (!problem.empty()) tell_(problem);
}

std::vector<ResultVector> result_vectors(Corpus const& corpus, ClauseRegistry const& registry,
                                         SignatureMaker const& signatures) {
  std::vector<ResultVector> keyed(corpus.vectors.size());
  for_each_index(keyed.size(), 2, [&](std::size_t index) {
    Vector const& vector = corpus.vectors[index];
    keyed[index] = {.id = vector.id,
                    .key = result_key(vector, registry, signatures),
                    .operations = {},
                    .is_played_anew = is_played_anew(vector)};
    for (Step const& step : vector.steps) keyed[index].operations.insert(step.operation);
  });
  return keyed;
}

}  // namespace conformance
