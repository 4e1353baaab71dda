#include "prompty/trace/tracer.hpp"

#include <exception>
#include <mutex>
#include <utility>

namespace prompty {

Tracer::Tracer(NonceSource ids, TraceClock clock, TraceListener listener, std::shared_ptr<Secrets> secrets)
    : source_(std::make_shared<TraceSource const>(TraceSource{.ids = std::move(ids),
                                                              .now = std::move(clock.now),
                                                              .elapsed = std::move(clock.elapsed),
                                                              .listener = std::move(listener),
                                                              .secrets = std::move(secrets)})) {}

void Tracer::add(std::string name, BackEnd back_end) {
  // What is replaced is destroyed after the lock is gone, so that it may use the tracer.
  std::shared_ptr<BackEnd const> added = std::make_shared<BackEnd const>(std::move(back_end));
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  back_ends_[std::move(name)].swap(added);
  count_ = back_ends_.size();
}

bool Tracer::remove(std::string_view name) {
  std::shared_ptr<BackEnd const> removed;
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  std::map<std::string, std::shared_ptr<BackEnd const>, std::less<>>::iterator const found = back_ends_.find(name);
  if (found == back_ends_.end()) return false;
  removed.swap(found->second);
  back_ends_.erase(found);
  count_ = back_ends_.size();
  return true;
}

void Tracer::clear() {
  std::map<std::string, std::shared_ptr<BackEnd const>, std::less<>> removed;
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  removed.swap(back_ends_);
  count_ = 0;
}

void Tracer::listen(TraceListener listener) {
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  TraceSource changed = *source_;
  changed.listener = std::move(listener);
  source_ = std::make_shared<TraceSource const>(std::move(changed));
}

void Tracer::hide(std::shared_ptr<Secrets> secrets) {
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  TraceSource changed = *source_;
  changed.secrets = std::move(secrets);
  source_ = std::make_shared<TraceSource const>(std::move(changed));
}

std::shared_ptr<Secrets> Tracer::secrets() const {
  std::shared_lock<std::shared_mutex> const lock(mutex_);
  return source_->secrets;
}

Span Tracer::start(std::string_view name, SpanKind kind, SpanParent const& parent) const {
  // P3.1-12: without back ends nothing is made; a span keeps those that were there when it began.
  if (!is_recording()) return Span{};
  Recording const now = recording();
  if (now.back_ends.empty()) return Span{};
  try {
    return Span(std::make_shared<OpenSpan>(now.source, name, kind, parent, now.back_ends));
  } catch (std::exception const& problem) {
    // Without an id there is no span, and work goes on without one.
    if (now.source->listener) now.source->listener("", problem.what());
    return Span{};
  }
}

Tracer::Recording Tracer::recording() const {
  std::shared_lock<std::shared_mutex> const lock(mutex_);
  return {.source = source_, .back_ends = {back_ends_.begin(), back_ends_.end()}};
}

}  // namespace prompty
