#pragma once

#include "prompty/trace/back_ends.hpp"

/// What the back ends share.
namespace prompty {

// Values as spans show them: plain JSON (P3.1-11).

/// ISO 8601 in UTC with milliseconds: "2026-11-22T08:51:30.120Z".
[[nodiscard]] Json trace_value(std::chrono::system_clock::time_point time);
[[nodiscard]] Json trace_value(std::filesystem::path const& path);
/// The number, or `NaN`, `Infinity` or `-Infinity` as text.
[[nodiscard]] Json trace_value(double number);

/// "20261122.085130", in UTC, as the names of trace files have it.
[[nodiscard]] std::string file_stamp(std::chrono::system_clock::time_point time);

/// `value`, which stands under `key`, with `[REDACTED]` in the place of every value whose key names a secret: one that
/// contains secret, password, api_key, api-key, apikey, token, auth, credential or cookie in any letter case, at every
/// depth. Null stays, and so do counters: under a key that contains `tokens`, a number, or an object of nothing but
/// numbers (P3.2-05). A number that JSON cannot write becomes text.
[[nodiscard]] Json redacted(std::string_view key, Json const& value);

/// Calls `attempt`; what it throws goes to `report` as a text and no further (P3.1-13).
template <class Attempt, class Report>
void guarded(Attempt const& attempt, Report const& report) {
  try {
    attempt();
  } catch (std::exception const& problem) {
    report(problem.what());
  } catch (...) {
    report("it threw something that is no exception");
  }
}

/// Records a span under a lock, so that others may read it meanwhile; calls `ended`, without the lock, at its end.
class RecordingSink final : public SpanSink {
 public:
  RecordingSink(
      std::shared_ptr<std::mutex> mutex, std::shared_ptr<RecordedSpan> span, std::function<void()> ended = [] {})
      : mutex_(std::move(mutex)), span_(std::move(span)), ended_(std::move(ended)) {}

  void emit(std::string const& key, Json const& value) override {
    std::unique_lock<std::mutex> const lock(*mutex_);
    span_->attributes[key] = value;
  }

  void event(SpanEvent const& event) override {
    std::unique_lock<std::mutex> const lock(*mutex_);
    span_->events.push_back(event);
  }

  void end(SpanEnd const& end) override {
    std::unique_lock<std::mutex> lock(*mutex_);
    span_->end = end;
    lock.unlock();
    ended_();
  }

 private:
  std::shared_ptr<std::mutex> mutex_;
  std::shared_ptr<RecordedSpan> span_;
  std::function<void()> ended_;
};

}  // namespace prompty
