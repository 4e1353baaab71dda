#include "harness/run/runner.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

/// The first clause of a vector; the others are of the same group and of a level that decides alike.
Clause const& leading_clause(Vector const& vector, ClauseRegistry const& registry) {
  static Clause const unknown;
  for (std::string const& id : vector.clauses) {
    if (Clause const* const clause = registry.find_clause(id)) return *clause;
  }
  return unknown;
}

std::string replaced(std::string text, std::string const& from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// An answer without what may rightly differ between two subjects: the scratch folder, the number of the workspace
/// and what the mock provider calls itself and its answers.
std::string comparable(Json const& answered, Json const& sent, std::string const& scratch) {
  std::string text = answered.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string const path = sent.is_object() ? sent.value("path", "") : "";
  if (!path.empty()) text = replaced(std::move(text), path, "<path>");
  text = replaced(std::move(text), scratch, "<scratch>");
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

/// Plays one vector in all its ways.
class VectorPlayer {
 public:
  VectorPlayer(RunSubjects const& subjects, ClauseRegistry const& registry, Profile profile,
               mock_provider::Server& mock, int rounds)
      : subjects_(subjects), registry_(registry), profile_(profile), mock_(mock), rounds_(rounds) {}

  VectorResult play(Vector const& vector) const {
    Clause const& clause = leading_clause(vector, registry_);
    VectorResult result{.vector = &vector,
                        .attempts = {},
                        .unsupported_reason = "",
                        .gating = vector.gating || profile_ != Profile::lenient,
                        .level = clause.level,
                        .group = clause.group};
    DueWays const due = due_ways(vector, subjects_.judged.capabilities());
    result.unsupported_reason = due.reason;
    for (Way const way : due.ways) result.attempts.push_back(repeated(vector, way, subjects_.judged));
    if (subjects_.process_twin != nullptr && due.ways.contains(Way::direct)) {
      Attempt twin = repeated(vector, Way::process, *subjects_.process_twin);
      compare_twins(result.attempts.front(), twin);
      result.attempts.push_back(std::move(twin));
    }
    return result;
  }

 private:
  /// All rounds in one way: the first that failed, which is flaky when another passed, or else the first of all.
  Attempt repeated(Vector const& vector, Way way, Subject& subject) const {
    Attempt told = guarded(vector, way, subject);
    int passed = told.judgement.status == Status::pass ? 1 : 0;
    for (int round = 1; round < rounds_; ++round) {
      Attempt attempt = guarded(vector, way, subject);
      if (attempt.judgement.status == Status::pass)
        ++passed;
      else if (told.judgement.status == Status::pass)
        told = std::move(attempt);
    }
    if (passed == 0 || passed == rounds_) return told;
    told.judgement.detail = fmt::format("passed {} of {} times; when it did not: {}: {}", passed, rounds_,
                                        status_name(told.judgement.status), told.judgement.detail);
    told.judgement.status = Status::flaky;
    return told;
  }

  Attempt guarded(Vector const& vector, Way way, Subject& subject) const {
    ReplayContext const context{.subject = subject, .registry = registry_, .profile = profile_, .mock = mock_};
    try {
      switch (way) {
        case Way::direct:
        case Way::process:
          return replay_direct(vector, context, way);
        case Way::http:
          return replay_http(vector, context);
        case Way::load:
          return replay_split_as_load(vector, context);
      }
    } catch (std::exception const& error) {
      Attempt attempt{.vector = &vector, .way = way};
      attempt.judgement = {.status = Status::error,
                           .detail = fmt::format("the harness failed: {}", error.what()),
                           .difference = std::nullopt,
                           .reading = ""};
      return attempt;
    }
    return {};
  }

  void compare_twins(Attempt const& direct, Attempt& process) const {
    if (process.judgement.status != Status::pass || direct.judgement.status != Status::pass) return;
    std::string const one = comparable(direct.answered, direct.sent, subjects_.judged.scratch());
    std::string const other = comparable(process.answered, process.sent, subjects_.process_twin->scratch());
    if (one == other) return;
    process.judgement = {.status = Status::fail,
                         .detail = "the adapter process answers otherwise than the linked-in reference",
                         .difference = Difference{.pointer = "",
                                                  .message = "the answers are not the same text",
                                                  .expected = direct.answered,
                                                  .got = process.answered},
                         .reading = ""};
  }

  RunSubjects const& subjects_;
  ClauseRegistry const& registry_;
  Profile profile_;
  mock_provider::Server& mock_;
  int rounds_;
};

void mark_untestable(VectorResult& result, std::set<std::string, std::less<>> const& failed) {
  for (std::string const& need : result.vector->needs) {
    if (!failed.contains(need)) continue;
    for (Attempt& attempt : result.attempts) {
      attempt.judgement = {.status = Status::fail,
                           .detail = fmt::format("not testable, because {} failed", need),
                           .difference = std::nullopt,
                           .reading = ""};
    }
  }
}

/// Hands results over in order, whichever thread finishes first.
class InOrder {
 public:
  InOrder(std::size_t count, std::function<void(VectorResult const&)> const& deliver, PlayOptions const& options)
      : results_(count), deliver_(deliver), options_(options) {}

  void put(std::size_t index, VectorResult result) {
    std::scoped_lock const lock(mutex_);
    results_[index] = std::move(result);
    for (; !enough_ && next_ < results_.size() && results_[next_]; ++next_) {
      VectorResult& ready = *results_[next_];
      mark_untestable(ready, failed_);
      if (options_.adjust) options_.adjust(ready);
      if (shows_broken(ready.status())) failed_.insert(ready.vector->id);
      if (deliver_) deliver_(ready);
      enough_ = options_.is_enough && options_.is_enough(ready);
    }
  }

  [[nodiscard]] bool is_enough() const { return enough_; }

  /// What was handed over.
  std::vector<VectorResult> take() {
    std::vector<VectorResult> taken;
    for (std::size_t place = 0; place < next_; ++place) taken.push_back(std::move(*results_[place]));
    return taken;
  }

 private:
  std::mutex mutex_;
  std::vector<std::optional<VectorResult>> results_;
  std::size_t next_ = 0;
  std::set<std::string, std::less<>> failed_;
  std::function<void(VectorResult const&)> const& deliver_;
  PlayOptions const& options_;
  std::atomic<bool> enough_{false};
};

void place(Vector const* vector, std::map<std::string, Vector const*> const& selected, std::set<std::string>& placed,
           std::set<std::string>& open, std::vector<Vector const*>& ordered) {
  if (placed.contains(vector->id)) return;
  if (!open.insert(vector->id).second)
    throw InputError(fmt::format("{}: {} needs itself in a circle", vector->file, vector->id));
  for (std::string const& need : vector->needs) {
    auto const found = selected.find(need);
    if (found != selected.end()) place(found->second, selected, placed, open, ordered);
  }
  placed.insert(vector->id);
  ordered.push_back(vector);
}

}  // namespace

Status VectorResult::status() const {
  if (attempts.empty()) return Status::unsupported;
  Status worst = Status::pass;
  for (Attempt const& attempt : attempts) worst = worse(worst, attempt.judgement.status);
  return worst;
}

std::vector<Vector const*> in_order_of_need(std::vector<Vector const*> const& vectors) {
  std::map<std::string, Vector const*> selected;
  for (Vector const* const vector : vectors) selected.emplace(vector->id, vector);
  std::set<std::string> placed;
  std::set<std::string> open;
  std::vector<Vector const*> ordered;
  for (Vector const* const vector : vectors) place(vector, selected, placed, open, ordered);
  return ordered;
}

std::vector<VectorResult> run_vectors(std::vector<Vector const*> const& vectors, RunSubjects const& subjects,
                                      ClauseRegistry const& registry, Profile profile, mock_provider::Server& mock,
                                      std::function<void(VectorResult const&)> const& deliver,
                                      PlayOptions const& options) {
  std::vector<Vector const*> const ordered = in_order_of_need(vectors);
  VectorPlayer const player(subjects, registry, profile, mock, options.rounds);
  InOrder results(ordered.size(), deliver, options);
  std::atomic<std::size_t> next{0};
  auto const work = [&] {
    for (std::size_t index = next.fetch_add(1); index < ordered.size() && !results.is_enough();
         index = next.fetch_add(1))
      results.put(index, player.play(*ordered[index]));
  };
  std::size_t const in_flight = static_cast<std::size_t>(std::max(1, subjects.judged.capabilities().max_in_flight));
  std::vector<std::thread> threads;
  for (std::size_t count = 1; count < std::min(in_flight, ordered.size()); ++count) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return results.take();
}

}  // namespace conformance
