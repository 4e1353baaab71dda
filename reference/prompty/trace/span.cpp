#include "prompty/trace/span.hpp"

#include <limits>

#include "prompty/core/error.hpp"
#include "prompty/trace/sinks.hpp"

namespace prompty {
namespace {

using Integers = std::numeric_limits<std::int64_t>;

/// The integer, or the largest one where it has more than 63 bits.
std::int64_t saturated(Json const& integer) {
  bool const is_too_large =
      integer.is_number_unsigned() && integer.get<std::uint64_t>() > static_cast<std::uint64_t>(Integers::max());
  return is_too_large ? Integers::max() : integer.get<std::int64_t>();
}

std::int64_t saturated_sum(std::int64_t left, std::int64_t right) {
  std::int64_t total = 0;
  bool const overflows = __builtin_add_overflow(left, right, &total);
  if (!overflows) return total;
  return left < 0 ? Integers::min() : Integers::max();
}

Json sum_of(Json const& left, Json const& right) {
  if (left.is_number_integer() && right.is_number_integer()) return saturated_sum(saturated(left), saturated(right));
  return left.get<double>() + right.get<double>();
}

/// Twice as long as the id of a span.
std::string new_trace_id(NonceSource const& ids) {
  std::string const first_half = ids();
  return first_half + ids();
}

SpanFailure failure_of(std::exception_ptr const& error) {
  try {
    std::rethrow_exception(error);
  } catch (Error const& known) {
    return {.kind = std::string(known.kind()), .message = known.what()};
  } catch (std::exception const& foreign) {
    return {.kind = "exception", .message = foreign.what()};
  } catch (...) {
    return {.kind = "unknown", .message = "something that is no exception was thrown"};
  }
}

}  // namespace

bool SpanEvent::operator==(SpanEvent const&) const = default;

void SpanSink::event(SpanEvent const&) {}

void Usage::add(Json const& counted) {
  if (!counted.is_object()) return;
  for (auto const& [counter, count] : counted.items()) {
    // P3.3-05: also what only one provider counts, such as tokens from a cache.
    if (!count.is_number()) continue;
    Json& sum = sums_[counter];
    sum = sum.is_null() ? sum_of(0, count) : sum_of(sum, count);
  }
}

/// For many threads at once.
class OpenSpan {
 public:
  OpenSpan(std::shared_ptr<TraceSource const> source, std::string_view name, SpanKind kind, SpanParent parent,
           NamedBackEnds const& back_ends)
      : source_(std::move(source)),
        parent_(std::move(parent)),
        // Both clocks before all that takes its time: a span whose start and duration are of two moments would seem to
        // end after its parent.
        start_{.kind = kind, .time = source_->clock.now()},
        started_(source_->clock.elapsed()) {
    start_.name = source_->secrets->masked(name);
    start_.trace = parent_ ? parent_->start_.trace : new_trace_id(source_->ids);
    start_.id = source_->ids();
    // P3.1-02: the parent is handed over and not looked up by thread, so that work on other threads is below it too.
    if (parent_) start_.parent = parent_->start_.id;
    for (auto const& [back_end, open] : back_ends) {
      guarded(
          [&, &name_of = back_end, &open_one = open] {
            std::unique_ptr<SpanSink> sink = (*open_one)(start_);
            if (sink) sinks_.push_back({.back_end = name_of, .sink = std::move(sink)});
          },
          [&, &name_of = back_end](std::string const& problem) { report(name_of, problem); });
    }
    // P3.1-17: before all else, so that what a function emits under the same name replaces it.
    for (auto const& [key, value] : source_->content.attributes.items()) emit(key, value);
  }

  void emit(std::string const& key, Json const& value) {
    // By name (P3.2-01), and by value: a key that a provider echoes stands under any name.
    Json const safe = source_->secrets->masked_json(redacted(key, key == "inputs" ? shown_inputs(value) : value));
    std::unique_lock<std::mutex> const lock(mutex_);
    if (!ended_) for_each_sink([&](SpanSink& sink) { sink.emit(key, safe); });
  }

  void event(std::string const& name, Json const& attributes) {
    SpanEvent const safe{.name = name,
                         .attributes = source_->secrets->masked_json(redacted("", attributes)),
                         .time = source_->clock.now()};
    std::unique_lock<std::mutex> const lock(mutex_);
    if (!ended_) for_each_sink([&](SpanSink& sink) { sink.event(safe); });
  }

  [[nodiscard]] SpanContent const& content() const { return source_->content; }

  void add_usage(Json const& usage) {
    std::unique_lock<std::mutex> const lock(mutex_);
    usage_.add(usage);
  }

  void set_failure(SpanFailure failure) {
    std::unique_lock<std::mutex> const lock(mutex_);
    failure_ = SpanFailure{.kind = std::move(failure.kind), .message = source_->secrets->masked(failure.message)};
  }

  void end() {
    SpanEnd ending{
        .time = source_->clock.now(), .duration = source_->clock.elapsed() - started_, .failure = std::nullopt};
    std::unique_lock<std::mutex> lock(mutex_);
    if (std::exchange(ended_, true)) return;
    Json const usage = usage_.as_json();
    ending.failure = failure_;
    for_each_sink([&](SpanSink& sink) {
      // P3.3-03: nothing counted is not a count of zero.
      if (!usage.empty()) sink.emit("__usage", usage);
      sink.end(ending);
    });
    sinks_.clear();
    lock.unlock();
    // P3.3-02: each span hands its sum up as it ends, so that the sum above has those of all spans below in it.
    if (parent_) parent_->add_usage(usage);
  }

  /// Tells the listener; `back_end` is "" for a problem of our own.
  void report(std::string const& back_end, std::string const& problem) const {
    if (source_->listener) source_->listener(back_end, source_->secrets->masked(problem));
  }

  /// The names of the spans from the root to this one: "run > execute".
  [[nodiscard]] std::string path() const { return parent_ ? parent_->path() + " > " + start_.name : start_.name; }

 private:
  /// P3.1-16: here, so that it holds for the spans of every function.
  [[nodiscard]] Json shown_inputs(Json inputs) const {
    if (!inputs.is_object()) return inputs;
    for (std::string const& parameter : source_->content.left_out) inputs.erase(parameter);
    return inputs;
  }

  struct NamedSink {
    std::string back_end;
    std::unique_ptr<SpanSink> sink;
  };

  template <class Call>
  void for_each_sink(Call const& call) {
    for (NamedSink const& one : sinks_) {
      guarded([&] { call(*one.sink); }, [&](std::string const& problem) { report(one.back_end, problem); });
    }
  }

  std::shared_ptr<TraceSource const> source_;
  SpanParent parent_;
  SpanStart start_;
  std::chrono::steady_clock::time_point started_;
  std::mutex mutex_;
  std::vector<NamedSink> sinks_;
  Usage usage_;
  std::optional<SpanFailure> failure_;
  bool ended_ = false;
};

Span::Span(std::shared_ptr<TraceSource const> source, std::string_view name, SpanKind kind, SpanParent parent,
           NamedBackEnds const& back_ends)
    : open_(std::make_shared<OpenSpan>(std::move(source), name, kind, std::move(parent), back_ends)) {}

Span::Span(Span&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}

Span& Span::operator=(Span&& other) noexcept {
  if (this == &other) return *this;
  end();
  open_ = std::exchange(other.open_, nullptr);
  return *this;
}

Span::~Span() {
  end();
}

void Span::emit(std::string_view key, Json const& value) {
  if (open_) open_->emit(std::string(key), value);
}

void Span::emit_made(std::string_view key, std::function<Json()> const& make) {
  if (!open_) return;
  std::optional<Json> made;
  try {
    made = make();
  } catch (std::exception const& problem) {
    open_->report("", problem.what());
  }
  if (made) emit(key, *made);
}

void Span::event(std::string_view name, Json const& attributes) {
  if (open_) open_->event(std::string(name), attributes);
}

bool Span::shows_messages() const {
  return open_ && open_->content().message_events;
}

void Span::add_usage(Json const& usage) {
  if (open_) open_->add_usage(usage);
}

void Span::fail(std::exception_ptr const& error) {
  if (!open_) return;
  SpanFailure const failure = failure_of(error);
  // P3.1-06, A-342: C++ has no stack to show, so the traceback names the spans down to this one.
  open_->emit("result", Json{{"exception", failure.kind}, {"message", failure.message}, {"traceback", open_->path()}});
  // P3.1-07: back ends get it when the span ends.
  open_->set_failure(failure);
}

void Span::end() {
  if (std::shared_ptr<OpenSpan> const ending = std::exchange(open_, nullptr)) ending->end();
}

}  // namespace prompty
