#include "harness/judge/run/afresh.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "harness/judge/replay/varied.hpp"

namespace conformance {
namespace {

/// A runtime whose answers are left to chance passes once by luck.
constexpr int plays_alone = 2;

/// How many of the vectors before a failing one are played first to find the one that makes it fail.
constexpr std::size_t nearest = 8;

class PlayingAfresh {
 public:
  PlayingAfresh(StartSubject const& start, ReplayNeeds const& needs, AfreshLimits const& limits)
      : start_(start), needs_(needs), limits_(limits), end_(std::chrono::steady_clock::now() + limits.time) {}

  void mark(std::vector<VectorResult>& results) {
    std::vector<VectorResult*> const due = passing_among_others(of_status(results, Status::fail));
    for (VectorResult* const result : std::span(due).first(std::min(due.size(), limits_.processes)))
      result->passes_afresh = passes_alone(*result);
    // A process ends for all that is asked of it at that moment. What it answers when nothing else is asked did not end
    // it.
    for (VectorResult* const result : passing_among_others(of_status(results, Status::crash)))
      result->passes_afresh = true;
    std::size_t searched = 0;
    for (std::size_t index = 0; index < results.size(); ++index) {
      bool const is_due = results[index].passes_afresh && results[index].status() == Status::fail;
      if (is_due && ++searched <= limits_.searched) results[index].fails_after = earlier_of(results, index);
    }
  }

 private:
  [[nodiscard]] std::vector<VectorResult*> of_status(std::vector<VectorResult>& results, Status status) const {
    std::vector<VectorResult*> found;
    for (VectorResult& result : results) {
      if (result.status() == status && found.size() < limits_.vectors) found.push_back(&result);
    }
    return found;
  }

  /// Those that pass in a process that has requests of the others alone, one at a time, in either order.
  [[nodiscard]] std::vector<VectorResult*> passing_among_others(std::vector<VectorResult*> failed) const {
    if (failed.empty()) return {};
    std::set<VectorResult*> passing = passing_in_one_process(failed);
    std::reverse(failed.begin(), failed.end());
    passing.merge(passing_in_one_process(failed));
    std::erase_if(failed, [&](VectorResult* result) { return !passing.contains(result); });
    return failed;
  }

  [[nodiscard]] bool is_time_over() const {
    return limits_.stop.stop_requested() || std::chrono::steady_clock::now() > end_;
  }

  [[nodiscard]] std::set<VectorResult*> passing_in_one_process(std::vector<VectorResult*> const& failed) const {
    std::set<VectorResult*> passing;
    std::unique_ptr<Subject> subject = start_();
    for (VectorResult* const result : failed) {
      if (is_time_over()) break;
      Status const status = status_again(*result, *subject);
      if (status == Status::pass) passing.insert(result);
      if (status == Status::crash) subject = start_();
    }
    return passing;
  }

  [[nodiscard]] bool passes_alone(VectorResult const& result) const {
    for (int play = 0; play < plays_alone; ++play) {
      if (is_time_over() || !passes(result, *start_())) return false;
    }
    return true;
  }

  /// The id of the vector after which alone the one at that index fails; "" where none does, or the time is over.
  [[nodiscard]] std::string earlier_of(std::vector<VectorResult> const& results, std::size_t index) const {
    std::span<VectorResult const> earlier(results.data(), index);
    for (std::size_t size = nearest; !earlier.empty() && !is_time_over(); size *= 2) {
      std::span<VectorResult const> const part = earlier.last(std::min(size, earlier.size()));
      if (fails_after(part, results[index])) return the_one_of(part, results[index]);
      earlier = earlier.first(earlier.size() - part.size());
    }
    return "";
  }

  /// Of some vectors after which another one fails. Nothing where it takes several of them.
  [[nodiscard]] std::string the_one_of(std::span<VectorResult const> part, VectorResult const& failing) const {
    while (part.size() > 1) {
      std::span<VectorResult const> const front = part.first(part.size() / 2);
      std::span<VectorResult const> const back = part.last(part.size() - front.size());
      if (fails_after(back, failing))
        part = back;
      else if (fails_after(front, failing))
        part = front;
      else
        return "";
    }
    return part.front().vector->id;
  }

  [[nodiscard]] bool fails_after(std::span<VectorResult const> earlier, VectorResult const& failing) const {
    std::unique_ptr<Subject> const subject = start_();
    for (VectorResult const& result : earlier) {
      for (Attempt const& attempt : result.attempts) {
        if (is_time_over()) return false;
        static_cast<void>(played_again(attempt, *subject));
      }
    }
    return !passes(failing, *subject);
  }

  [[nodiscard]] bool passes(VectorResult const& result, Subject& subject) const {
    return status_again(result, subject) == Status::pass;
  }

  /// `pass` when it passes in every way in which it failed, or in which the process ended; else that of the first which
  /// does not.
  [[nodiscard]] Status status_again(VectorResult const& result, Subject& subject) const {
    for (Attempt const& attempt : result.attempts) {
      Status const before = attempt.judgement.status;
      if (before != Status::fail && before != Status::crash) continue;
      Status const now = played_again(attempt, subject);
      if (now != Status::pass) return now;
    }
    return Status::pass;
  }

  [[nodiscard]] Status played_again(Attempt const& attempt, Subject& subject) const {
    ReplayContext const context{
        .subject = subject, .registry = needs_.registry, .profile = needs_.profile, .mock = needs_.mock};
    if (!attempt.variation) return replay(*attempt.vector, context, attempt.way).judgement.status;
    return replay_varied(*attempt.vector, *attempt.variation, context, needs_.variations).judgement.status;
  }

  StartSubject const& start_;
  ReplayNeeds const& needs_;
  AfreshLimits const limits_;
  std::chrono::steady_clock::time_point const end_;
};

}  // namespace

void play_afresh(std::vector<VectorResult>& results, StartSubject const& start, ReplayNeeds const& needs,
                 AfreshLimits const& limits) {
  PlayingAfresh(start, needs, limits).mark(results);
}

}  // namespace conformance
