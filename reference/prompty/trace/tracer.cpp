#include "prompty/trace/tracer.hpp"

#include <mutex>

namespace prompty {

Tracer::Tracer(NonceSource ids, TraceClock clock, TraceListener listener, std::shared_ptr<Secrets> secrets)
    : source_(std::make_shared<TraceSource const>(TraceSource{.ids = std::move(ids),
                                                              .clock = std::move(clock),
                                                              .listener = std::move(listener),
                                                              .secrets = std::move(secrets)})) {}

void Tracer::add(std::string name, BackEnd back_end) {
  // What it replaces is destroyed after the lock is released, so that it may use the tracer.
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

BackgroundBackEnd Tracer::add_in_background(std::string name, BackEnd back_end, BackgroundOptions options) {
  std::shared_lock<std::shared_mutex> lock(mutex_);
  std::shared_ptr<TraceSource const> const source = source_;
  lock.unlock();
  BackgroundBackEnd background(
      std::move(back_end),
      [source, name](std::string const& problem) {
        if (source->listener) source->listener(name, source->secrets->masked(problem));
      },
      options);
  add(std::move(name), background.back_end());
  return background;
}

void Tracer::change_source(std::function<void(TraceSource& source)> const& change) {
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  TraceSource changed = *source_;
  change(changed);
  source_ = std::make_shared<TraceSource const>(std::move(changed));
}

void Tracer::listen(TraceListener listener) {
  change_source([&](TraceSource& source) { source.listener = std::move(listener); });
}

void Tracer::hide(std::shared_ptr<Secrets> secrets) {
  change_source([&](TraceSource& source) { source.secrets = std::move(secrets); });
}

void Tracer::show(SpanContent content) {
  change_source([&](TraceSource& source) { source.content = std::move(content); });
}

void Tracer::show_messages() {
  change_source([](TraceSource& source) { source.content.message_events = true; });
}

std::shared_ptr<Secrets> Tracer::secrets() const {
  std::shared_lock<std::shared_mutex> const lock(mutex_);
  return source_->secrets;
}

Span Tracer::start(std::string_view name, SpanKind kind, SpanParent const& parent) const {
  // P3.1-12: without back ends nothing is made; a span keeps those that were there when it began.
  if (!is_recording()) return Span{};
  std::shared_lock<std::shared_mutex> lock(mutex_);
  std::shared_ptr<TraceSource const> const source = source_;
  NamedBackEnds const back_ends(back_ends_.begin(), back_ends_.end());
  lock.unlock();
  if (back_ends.empty()) return Span{};
  try {
    return Span(source, name, kind, parent, back_ends);
  } catch (std::exception const& problem) {
    // Without an id there is no span, and work goes on without one.
    if (source->listener) source->listener("", problem.what());
    return Span{};
  }
}

Span open_call(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
               std::function<Json()> const& inputs) {
  Span span = tracer.start(call.name, call.kind, parent);
  if (!span.is_recording()) return span;
  // P3.1-03, P3.1-04: all functions open their spans here, so that none omits its signature or its inputs.
  span.emit("signature", call.signature);
  span.emit_made("inputs", inputs);
  return span;
}

}  // namespace prompty
