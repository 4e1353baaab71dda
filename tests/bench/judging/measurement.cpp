#include "bench/judging/measurement.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "harness/commands/subjects_of_run.hpp"
#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "mock-provider/server.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::judging_bench {
namespace {

/// Declares what the reference does and answers null.
class SilentSubject final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return reference_.capabilities(); }
  [[nodiscard]] Reply call(std::string const&, Json const&) override { return {}; }
  [[nodiscard]] std::string scratch() const override { return reference_.scratch(); }

 private:
  InProcessSubject reference_;
};

SubjectsOfRun only(std::unique_ptr<Subject> subject) {
  SubjectsOfRun subjects;
  subjects.owned.push_back(std::move(subject));
  subjects.places.push_back({.judged = *subjects.owned.front()});
  return subjects;
}

SubjectsOfRun subjects_for(Playing playing) {
  switch (playing) {
    case Playing::null_subject:
      return only(std::make_unique<SilentSubject>());
    case Playing::direct:
      return only(std::make_unique<InProcessSubject>());
    case Playing::silent_adapter:
      return only(std::make_unique<ProcessSubject>(PROMPTY_BENCH_SILENT_ADAPTER));
    case Playing::adapter:
      return only(std::make_unique<ProcessSubject>(prompty_tests::program_folder() + "/prompty-reference-adapter"));
    case Playing::every_way:
      break;
  }
  return start_subjects(reference_subject, usual_jobs(reference_subject), {});
}

bool has_to_pass(Playing playing) {
  return playing != Playing::null_subject && playing != Playing::silent_adapter;
}

/// An id of the corpus under the number of a round, instead of the one that it has.
void number(std::string& id, std::size_t round) {
  constexpr char mark = '~';
  id = fmt::format("{}{}{}", std::string_view(id).substr(0, id.find(mark)), mark, round);
}

/// Every vector under another id, with its twin among the same.
void number(Vector& vector, std::size_t round) {
  number(vector.id, round);
  if (vector.twin) number(*vector.twin, round);
}

/// Plays rounds of the corpus and keeps their results.
class Rounds {
 public:
  Rounds(Playing playing, Amount amount)
      : playing_(playing),
        corpus_size_(vectors_.size()),
        subjects_(subjects_for(playing)),
        report_(folder_.path() + "/report.jsonl", info_) {
    vectors_.reserve(amount.copies_at_once * corpus_size_);
    for (std::size_t more = (amount.copies_at_once - 1) * corpus_size_; more > 0; --more)
      vectors_.push_back(vectors_[vectors_.size() - corpus_size_]);
    kept_.reserve(amount.vectors + 2 * vectors_.size());
  }

  /// Of all copies.
  [[nodiscard]] std::size_t size() const { return vectors_.size(); }

  /// How long the copies took in one run, as rounds from this one on.
  double play(std::size_t first_round) {
    std::vector<Vector const*> selected;
    for (std::size_t place = 0; place < vectors_.size(); ++place) {
      number(vectors_[place], first_round + place / corpus_size_);
      selected.push_back(&vectors_[place]);
    }
    PlayOptions options;
    if (playing_ != Playing::every_way) options.ways = {Way::direct};
    options.order = PlayingOrder::quickest;
    for (std::size_t place = 1; place < subjects_.places.size(); ++place)
      options.more_subjects.push_back(subjects_.places[place]);
    std::chrono::steady_clock::time_point const begin = std::chrono::steady_clock::now();
    std::vector<VectorResult> results = run_vectors(
        selected, subjects_.places.front(), registry_, Profile::as_written, mock_,
        [this](VectorResult const& result) { take(result); }, options);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (VectorResult& result : results) kept_.push_back(std::move(result));
    return seconds;
  }

  [[nodiscard]] std::size_t passed() const { return passed_; }

 private:
  void take(VectorResult const& result) {
    if (playing_ == Playing::every_way) report_.add(result);
    if (result.status() == Status::pass) ++passed_;
    if (result.status() != Status::pass && has_to_pass(playing_))
      throw std::runtime_error(
          fmt::format("{} does not pass: {}", result.vector->id,
                      result.attempts.empty() ? result.unsupported_reason : result.attempts.front().judgement.detail));
  }

  Playing playing_;
  Suite const suite_ = suite_of_repository();
  ClauseRegistry const& registry_ = suite_.registry;
  std::vector<Vector> vectors_ = suite_.corpus.vectors;
  std::size_t corpus_size_;
  SubjectsOfRun subjects_;
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
  prompty_tests::TemporaryFolder const folder_;
  RunInfo const info_{};
  JsonLinesReport report_;
  std::vector<VectorResult> kept_;
  std::size_t passed_ = 0;
};

constexpr Playing all_playings[] = {Playing::null_subject, Playing::direct, Playing::silent_adapter, Playing::adapter,
                                    Playing::every_way};

}  // namespace

Measurement measure(Playing playing, Amount amount) {
  Rounds rounds(playing, amount);
  static_cast<void>(rounds.play(0));
  std::size_t const passed_before = rounds.passed();
  Measurement measured;
  while (measured.vectors < amount.vectors) {
    measured.seconds += rounds.play(amount.copies_at_once + measured.rounds);
    measured.rounds += amount.copies_at_once;
    measured.vectors += rounds.size();
  }
  measured.passed = rounds.passed() - passed_before;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  measured.peak_bytes = 1024.0 * static_cast<double>(used.ru_maxrss);
  return measured;
}

Measurement measure_apart(std::string const& self, Playing playing, Amount amount) {
  prompty_tests::ProgramResult const result =
      prompty_tests::run_program({self, "--measure", std::to_string(static_cast<int>(playing)),
                                  std::to_string(amount.vectors), std::to_string(amount.copies_at_once)},
                                 std::chrono::minutes(30));
  if (result.exit_code != 0) throw std::runtime_error("a measurement failed: " + result.err);
  nlohmann::json const reported = nlohmann::json::parse(result.out);
  return {.rounds = reported.at("rounds").get<std::size_t>(),
          .vectors = reported.at("vectors").get<std::size_t>(),
          .passed = reported.at("passed").get<std::size_t>(),
          .seconds = reported.at("seconds").get<double>(),
          .peak_bytes = reported.at("peakBytes").get<double>()};
}

void print_measurement(std::string const& playing, std::string const& vectors, std::string const& copies_at_once) {
  Measurement const measured = measure(all_playings[std::stoul(playing)],
                                       {.vectors = std::stoul(vectors), .copies_at_once = std::stoul(copies_at_once)});
  fmt::print("{}\n", nlohmann::json{{"rounds", measured.rounds},
                                    {"vectors", measured.vectors},
                                    {"passed", measured.passed},
                                    {"seconds", measured.seconds},
                                    {"peakBytes", measured.peak_bytes}}
                         .dump());
}

}  // namespace conformance::judging_bench
