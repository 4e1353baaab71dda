#pragma once

#include "prompty/trace/back_ends.hpp"

/// What the back ends share.
namespace prompty {

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
