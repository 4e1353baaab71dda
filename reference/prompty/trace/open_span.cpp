#include "prompty/trace/open_span.hpp"

#include <nlohmann/json.hpp>

#include "prompty/trace/redact.hpp"

namespace prompty {
namespace open_span {
namespace {

/// Twice as long as the id of a span.
std::string trace_id(NonceSource const& ids) {
  std::string const first_half = ids();
  return first_half + ids();
}

/// What `attempt` throws is told and goes no further (P3.1-13).
template <class Attempt, class Tell>
void guarded(Attempt const& attempt, Tell const& tell) {
  try {
    attempt();
  } catch (std::exception const& problem) {
    tell(problem.what());
  } catch (...) {
    tell("it threw something that is no exception");
  }
}

}  // namespace
}  // namespace open_span

OpenSpan::OpenSpan(std::shared_ptr<TraceSource const> source, std::string_view name, SpanKind kind, SpanParent parent,
                   NamedBackEnds const& back_ends)
    : source_(std::move(source)), parent_(std::move(parent)), started_(source_->elapsed()) {
  start_ = {.name = source_->secrets->masked(name),
            .kind = kind,
            .trace = parent_ ? parent_->start_.trace : open_span::trace_id(source_->ids),
            .id = source_->ids(),
            .time = source_->now()};
  // P3.1-02: the parent is handed over and not looked up by thread, so that work on other threads is below it too.
  if (parent_) start_.parent = parent_->start_.id;
  for (auto const& [back_end, open] : back_ends) {
    open_span::guarded(
        [&, &name_of = back_end, &open_one = open] {
          std::unique_ptr<SpanSink> sink = (*open_one)(start_);
          if (sink) sinks_.push_back({.back_end = name_of, .sink = std::move(sink)});
        },
        [&, &name_of = back_end](std::string const& problem) { tell(name_of, problem); });
  }
}

void OpenSpan::emit(std::string const& key, Json const& value) {
  // By name (P3.2-01), and by value: a key that a provider echoes stands under any name.
  Json const safe = source_->secrets->masked_json(redacted(key, value));
  std::unique_lock<std::mutex> const lock(mutex_);
  if (!ended_) tell_all([&](SpanSink& sink) { sink.emit(key, safe); });
}

void OpenSpan::add_usage(Json const& usage) {
  std::unique_lock<std::mutex> const lock(mutex_);
  usage_.add(usage);
}

void OpenSpan::set_failure(SpanFailure failure) {
  std::unique_lock<std::mutex> const lock(mutex_);
  failure_ = SpanFailure{.kind = std::move(failure.kind), .message = source_->secrets->masked(failure.message)};
}

void OpenSpan::complain(std::string const& problem) const {
  tell("", problem);
}

void OpenSpan::end() {
  SpanEnd const end_now{.time = source_->now(), .duration = source_->elapsed() - started_, .failure = std::nullopt};
  std::unique_lock<std::mutex> lock(mutex_);
  if (std::exchange(ended_, true)) return;
  Json const usage = usage_.as_json();
  SpanEnd const ending{.time = end_now.time, .duration = end_now.duration, .failure = failure_};
  tell_all([&](SpanSink& sink) {
    // P3.3-03: nothing counted is not a count of zero.
    if (!usage.empty()) sink.emit("__usage", usage);
    sink.end(ending);
  });
  sinks_.clear();
  lock.unlock();
  // P3.3-02: each span hands its sum up as it ends, so that the sum above has those of all spans below in it.
  if (parent_) parent_->add_usage(usage);
}

std::string OpenSpan::path() const {
  return parent_ ? parent_->path() + " > " + start_.name : start_.name;
}

template <class Tell>
void OpenSpan::tell_all(Tell const& tell_one) {
  for (Sink const& sink : sinks_) {
    open_span::guarded([&] { tell_one(*sink.sink); },
                       [&](std::string const& problem) { tell(sink.back_end, problem); });
  }
}

void OpenSpan::tell(std::string const& back_end, std::string const& problem) const {
  if (source_->listener) source_->listener(back_end, source_->secrets->masked(problem));
}

}  // namespace prompty
