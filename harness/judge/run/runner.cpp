#include "harness/judge/run/runner.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <thread>

#include "harness/judge/replay/varied.hpp"
#include "harness/judge/subject/in_flight.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

/// From here on the pauses that a vector asks for count as long.
constexpr double long_pauses_ms = 10;

/// The pauses that are asked for in a value, in milliseconds.
double pauses_in(Json const& value) {
  if (!value.is_structured()) return 0;
  double pauses = 0;
  for (auto const& [key, element] : value.items())
    pauses += value.is_object() && key == "delayMs" && element.is_number() ? element.get<double>() : pauses_in(element);
  return pauses;
}

double pauses_of(Vector const& vector) {
  return std::accumulate(vector.steps.begin(), vector.steps.end(), 0.0,
                         [](double sum, Step const& step) { return sum + pauses_in(step.given); });
}

enum class PlayingKind { alone, waiting, usual };

PlayingKind kind_of(Vector const& vector) {
  if (vector.cwd || vector.env) return PlayingKind::alone;
  bool const is_alone = std::any_of(vector.steps.begin(), vector.steps.end(), [](Step const& step) {
    return concurrency_allowed_by(step.given) == Concurrency::alone;
  });
  if (is_alone) return PlayingKind::alone;
  return pauses_of(vector) >= long_pauses_ms ? PlayingKind::waiting : PlayingKind::usual;
}

/// Leaves of what passed only what reports show, so that a run of many vectors does not keep all that was said.
void forget_details(VectorResult& result) {
  for (Attempt& attempt : result.attempts) {
    if (attempt.judgement.status != Status::pass) continue;
    attempt.operation = std::string();
    attempt.sent = nullptr;
    attempt.answered = nullptr;
    attempt.stderr_excerpt = std::string();
    bool const is_questioned = std::any_of(attempt.exchanges.begin(), attempt.exchanges.end(),
                                           [](HttpExchange const& exchange) { return !exchange.findings.empty(); });
    if (!is_questioned) attempt.exchanges = std::vector<HttpExchange>();
  }
  result.attempts.shrink_to_fit();
}

/// What a step of the mock could not answer proves nothing, also where an error is what the vector expects.
void fail_where_mock_had_no_answer(Attempt& attempt) {
  if (attempt.judgement.status != Status::pass) return;
  for (HttpExchange const& exchange : attempt.exchanges) {
    for (RequestFinding const& finding : exchange.findings) {
      if (finding.rule != mock_provider::rule_of_unfit_step) continue;
      attempt.judgement = with_status(Status::fail, finding.message);
      return;
    }
  }
}

/// Plays one vector in all its ways.
class VectorPlayer {
 public:
  VectorPlayer(RunSubjects const& subjects, ClauseRegistry const& registry, Profile profile,
               mock_provider::Server& mock, PlayOptions const& options)
      : subjects_(subjects), registry_(registry), profile_(profile), mock_(mock), options_(options) {}

  VectorResult play(Vector const& vector) const {
    VectorResult result = unplayed_result(vector, registry_);
    DueWays const due = due_ways(vector, subjects_.judged.capabilities());
    result.unsupported_reason = due.reason;
    std::optional<ExchangeTrace> trace;
    if (options_.traces != nullptr) trace.emplace(vector, options_.secrets);
    ExchangeTrace* const traced = trace ? &*trace : nullptr;
    for (Way const way : due.ways) {
      if (options_.ways.contains(way)) result.attempts.push_back(repeated(vector, way, subjects_.judged, traced));
    }
    bool const has_twin = subjects_.process_twin != nullptr && options_.ways.contains(Way::process);
    if (has_twin && due.ways.contains(Way::direct)) {
      Attempt twin = repeated(vector, Way::process, *subjects_.process_twin, traced);
      bool const has_direct = !result.attempts.empty() && result.attempts.front().way == Way::direct;
      if (has_direct) compare_twins(result.attempts.front(), twin);
      result.attempts.push_back(std::move(twin));
    }
    add_variations(result, due.ways, traced);
    if (trace && !result.attempts.empty()) {
      std::string const path = options_.traces->save(vector, *trace);
      for (Attempt& attempt : result.attempts) attempt.trace = path;
    }
    // What a result is adjusted by may make a pass something that is shown.
    if (!options_.adjust) forget_details(result);
    for (Attempt& attempt : result.attempts) {
      mask(attempt, options_.secrets);
      shorten(attempt);
    }
    return result;
  }

 private:
  using Play = std::function<Attempt(ReplayContext const& context)>;

  /// All rounds in one way: the first that failed, which is flaky when another passed, or else the first of all.
  Attempt repeated(Vector const& vector, Way way, Subject& subject, ExchangeTrace* trace) const {
    return repeated(subject, {.vector = &vector, .way = way}, trace,
                    [&](ReplayContext const& context) { return replay(vector, context, way); });
  }

  Attempt repeated(Subject& subject, Attempt const& planned, ExchangeTrace* trace, Play const& how) const {
    Attempt shown = guarded(subject, planned, trace, how);
    int passed = shown.judgement.status == Status::pass ? 1 : 0;
    for (int round = 1; round < options_.rounds; ++round) {
      Attempt attempt = guarded(subject, planned, trace, how);
      if (attempt.judgement.status == Status::pass)
        ++passed;
      else if (shown.judgement.status == Status::pass)
        shown = std::move(attempt);
    }
    if (passed == 0 || passed == options_.rounds) return shown;
    shown.judgement.detail = fmt::format("passed {} of {} times; when it did not: {}: {}", passed, options_.rounds,
                                         status_name(shown.judgement.status), shown.judgement.detail);
    shown.judgement.status = Status::flaky;
    return shown;
  }

  /// Plays again what passed. What failed as it stands says nothing about a variation.
  void add_variations(VectorResult& result, std::set<Way> const& due_ways, ExchangeTrace* trace) const {
    std::set<Way> passed;
    for (Attempt const& attempt : result.attempts) {
      if (attempt.judgement.status == Status::pass && due_ways.contains(attempt.way)) passed.insert(attempt.way);
    }
    Vector const& vector = *result.vector;
    for (Variation const& due : due_variations(vector, passed, options_.variations)) {
      // The linked reference is handed values, in which nothing is written, so nothing escaped.
      bool const needs_text = due.transform == Transform::unicode_escape && due.of == Way::direct;
      Subject& subject = needs_text && subjects_.process_twin != nullptr ? *subjects_.process_twin : subjects_.judged;
      Attempt const planned{.vector = &vector, .way = Way::transform, .variation = due};
      result.attempts.push_back(repeated(subject, planned, trace, [&](ReplayContext const& context) {
        return replay_varied(vector, due, context, options_.variations);
      }));
    }
  }

  /// The result of a replay, whatever is thrown; a planned attempt says of which.
  Attempt guarded(Subject& subject, Attempt const& planned, ExchangeTrace* trace, Play const& how) const {
    if (trace == nullptr) return guarded_with(subject, planned, how);
    TracedSubject traced(subject, *trace);
    trace->add("way", {{"way", way_text(planned)}});
    std::size_t const begin = trace->size();
    Attempt attempt = guarded_with(traced, planned, how);
    if (planned.variation && planned.variation->transform == Transform::sse_split) trace->keep_last_request(begin);
    for (HttpExchange const& exchange : attempt.exchanges) trace->add("http", exchange_as_json(exchange));
    trace->add("verdict", {{"way", way_text(attempt)},
                           {"status", status_name(attempt.judgement.status)},
                           {"detail", attempt.judgement.detail}});
    return attempt;
  }

  Attempt guarded_with(Subject& subject, Attempt const& planned, Play const& how) const {
    try {
      Attempt attempt = how({.subject = subject, .registry = registry_, .profile = profile_, .mock = mock_});
      fail_where_mock_had_no_answer(attempt);
      return attempt;
    } catch (std::exception const& error) {
      Attempt attempt = planned;
      attempt.judgement = with_status(Status::error, fmt::format("the harness failed: {}", error.what()));
      return attempt;
    }
  }

  void compare_twins(Attempt const& direct, Attempt& process) const {
    if (process.judgement.status != Status::pass || direct.judgement.status != Status::pass) return;
    std::string const one = comparable_answer(direct, subjects_.judged.scratch());
    std::string const other = comparable_answer(process, subjects_.process_twin->scratch());
    if (one == other) return;
    process.judgement = {.status = Status::fail,
                         .detail = "the adapter process answers otherwise than the linked-in reference",
                         .differences = {Difference{.pointer = "",
                                                    .message = "the answers are not the same text",
                                                    .expected = direct.answered,
                                                    .got = process.answered}},
                         .reading = ""};
  }

  RunSubjects const subjects_;
  ClauseRegistry const& registry_;
  Profile profile_;
  mock_provider::Server& mock_;
  PlayOptions const& options_;
};

/// Hands results over in order, whichever thread finishes first.
class InOrder {
 public:
  InOrder(std::vector<Vector const*> const& vectors, std::function<void(VectorResult const&)> const& deliver,
          PlayOptions const& options)
      : results_(vectors.size()), deliver_(deliver), options_(options) {}

  void put(std::size_t index, VectorResult result) {
    std::scoped_lock const lock(mutex_);
    if (options_.stop.stop_requested()) return;
    results_[index] = std::move(result);
    for (; !enough_ && next_ < results_.size() && results_[next_]; ++next_) {
      VectorResult& ready = *results_[next_];
      if (options_.adjust) options_.adjust(ready);
      if (deliver_) deliver_(ready);
      forget_details(ready);
      enough_ = options_.is_enough && options_.is_enough(ready);
    }
  }

  [[nodiscard]] bool is_enough() const { return enough_ || options_.stop.stop_requested(); }

  /// What was handed over.
  std::vector<VectorResult> take() {
    std::vector<VectorResult> taken;
    taken.reserve(next_);
    for (std::size_t place = 0; place < next_; ++place) taken.push_back(std::move(*results_[place]));
    return taken;
  }

 private:
  std::mutex mutex_;
  std::vector<std::optional<VectorResult>> results_;
  std::size_t next_ = 0;
  std::function<void(VectorResult const&)> const& deliver_;
  PlayOptions const& options_;
  std::atomic<bool> enough_{false};
};

/// The same subjects once for each vector that they may play at a time.
std::vector<RunSubjects> places_of(RunSubjects const& subjects) {
  int const at_once = subjects.at_once > 0 ? subjects.at_once : subjects.judged.capabilities().max_in_flight;
  return std::vector<RunSubjects>(static_cast<std::size_t>(std::max(1, at_once)), subjects);
}

/// P9.7-02: calls that overlap begin their spans in whatever order their threads are given.
Json with_sorted_spans(Json answered) {
  for (char const* const kind : {"result", "error"}) {
    if (!answered.contains(kind) || !answered[kind].is_object()) continue;
    Json& answer = answered[kind];
    if (answer.contains("spans") && answer["spans"].is_array())
      std::sort(answer["spans"].begin(), answer["spans"].end());
  }
  return answered;
}

}  // namespace

bool VectorResult::holds_but_for_faults() const {
  return blame && blame->standing == Standing::held;
}

bool VectorResult::shows_faults_elsewhere() const {
  return blame && is_elsewhere(blame->standing);
}

Status VectorResult::status() const {
  if (attempts.empty()) return Status::unsupported;
  Status worst = Status::pass;
  for (Attempt const& attempt : attempts) worst = worse(worst, attempt.judgement.status);
  return worst;
}

VectorResult unplayed_result(Vector const& vector, ClauseRegistry const& registry) {
  Clause const& clause = registry.leading_clause(vector.clauses);
  return {.vector = &vector,
          .attempts = {},
          .unsupported_reason = "",
          .gating = vector.gating,
          .level = clause.level,
          .group = clause.group};
}

std::vector<std::size_t> order_of_play(std::vector<Vector const*> const& vectors, PlayingOrder order) {
  std::vector<std::size_t> places(vectors.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (order == PlayingOrder::as_given) return places;
  std::map<PlayingKind, std::vector<std::size_t>> of_kind;
  for (std::size_t const place : places) of_kind[kind_of(*vectors[place])].push_back(place);
  std::vector<std::size_t> reordered = of_kind[PlayingKind::alone];
  reordered.reserve(places.size());
  std::vector<std::size_t>& waiting = of_kind[PlayingKind::waiting];
  // A rewriting waits as long as its vector, and there may be sixty: the longest must not be the end of the run.
  std::stable_sort(waiting.begin(), waiting.end(), [&](std::size_t one, std::size_t other) {
    return pauses_of(*vectors[one]) > pauses_of(*vectors[other]);
  });
  std::vector<std::size_t> const& usual = of_kind[PlayingKind::usual];
  std::size_t const apart = waiting.empty() ? 0 : usual.size() / (2 * waiting.size());
  std::vector<std::size_t>::const_iterator next = usual.begin();
  for (std::size_t const place : waiting) {
    reordered.push_back(place);
    reordered.insert(reordered.end(), next, next + static_cast<std::ptrdiff_t>(apart));
    next += static_cast<std::ptrdiff_t>(apart);
  }
  reordered.insert(reordered.end(), next, usual.end());
  return reordered;
}

std::string comparable_answer(Attempt const& attempt, std::string const& scratch) {
  std::string text = with_sorted_spans(attempt.answered).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string const path = attempt.sent.is_object() ? attempt.sent.value("path", "") : "";
  if (!path.empty()) text = replaced_all(std::move(text), path, "<path>");
  text = replaced_all(std::move(text), scratch, "<scratch>");
  static RE2 const workspace("<scratch>/w[0-9]+");
  RE2::GlobalReplace(&text, workspace, "<workspace>");
  // Each replay has a scenario of its own; spans and errors show where they were sent.
  static RE2 const scenario("http://127\\.0\\.0\\.1:[0-9]+/[A-Za-z0-9_-]+");
  RE2::GlobalReplace(&text, scenario, "<mock>");
  static RE2 const request("\\(request id [^)]*\\)");
  RE2::GlobalReplace(&text, request, "(request id)");
  // P5.1-07: no two renderings have a nonce in common.
  static RE2 const nonce("__PROMPTY_THREAD_(?:[0-9a-f]{16}|[0-9a-f]{8})_");
  RE2::GlobalReplace(&text, nonce, "__PROMPTY_THREAD_<nonce>_");
  return text;
}

std::vector<VectorResult> run_vectors(std::vector<Vector const*> const& vectors, RunSubjects const& subjects,
                                      ClauseRegistry const& registry, Profile profile, mock_provider::Server& mock,
                                      std::function<void(VectorResult const&)> const& deliver,
                                      PlayOptions const& options) {
  std::vector<RunSubjects> places = places_of(subjects);
  for (RunSubjects const& more : options.more_subjects) {
    for (RunSubjects const& place : places_of(more)) places.push_back(place);
  }
  std::vector<std::size_t> const due = order_of_play(vectors, options.order);
  InOrder results(vectors, deliver, options);
  std::atomic<std::size_t> next{0};
  auto const work = [&](RunSubjects const& workers_subjects) {
    VectorPlayer const player(workers_subjects, registry, profile, mock, options);
    for (std::size_t turn = next.fetch_add(1); turn < due.size() && !results.is_enough(); turn = next.fetch_add(1))
      results.put(due[turn], player.play(*vectors[due[turn]]));
  };
  std::vector<std::thread> threads;
  for (std::size_t count = 1; count < std::min(places.size(), vectors.size()); ++count)
    threads.emplace_back(work, std::cref(places[count]));
  work(places.front());
  for (std::thread& thread : threads) thread.join();
  return results.take();
}

}  // namespace conformance
