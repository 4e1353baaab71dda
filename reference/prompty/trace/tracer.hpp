#pragma once

#include "prompty/trace/background.hpp"

namespace prompty {

/// The back ends that record spans, by name (§3). For many threads at once; without a back end nothing is recorded. A
/// back end that was removed still gets the rest of the spans that are open in it.
class Tracer {
 public:
  /// `ids` names spans and traces; for `listener` see `listen`, for `secrets` see `hide`.
  explicit Tracer(NonceSource ids = system_nonces(), TraceClock clock = {}, TraceListener listener = {},
                  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>());

  /// Reports what back ends throw to `listener` only, for spans that begin from now on.
  void listen(TraceListener listener);

  /// Masks the values in `secrets`, which is not null, in spans that begin from now on; also values added to it later.
  void hide(std::shared_ptr<Secrets> secrets);

  /// Changes what spans that begin from now on show.
  void show(SpanContent content);

  /// Has spans that begin from now on show the messages of calls to providers (P3.1-19), and changes nothing else of
  /// what they show.
  void show_messages();

  /// What spans mask. Never null.
  [[nodiscard]] std::shared_ptr<Secrets> secrets() const;

  /// Adds a back end, in place of what was there under `name`.
  void add(std::string name, BackEnd back_end);

  /// Adds a back end that works on a thread of its own, see BackgroundBackEnd. What it throws and what is dropped goes
  /// to the listener that the tracer has now. Throws RuntimeError when the system has no thread left.
  BackgroundBackEnd add_in_background(std::string name, BackEnd back_end, BackgroundOptions options = {});

  /// Whether there was one.
  bool remove(std::string_view name);
  /// Removes all back ends.
  void clear();

  /// Whether there is any back end.
  [[nodiscard]] bool is_recording() const { return count_.load(std::memory_order_relaxed) > 0; }

  /// A span that begins now in every back end, below `parent` if that is given.
  [[nodiscard]] Span start(std::string_view name, SpanKind kind = SpanKind::internal,
                           SpanParent const& parent = {}) const;

 private:
  /// Exchanges the source for one that `change` has changed; spans that are open keep theirs.
  void change_source(std::function<void(TraceSource& source)> const& change);

  mutable std::shared_mutex mutex_;
  std::shared_ptr<TraceSource const> source_;
  std::map<std::string, std::shared_ptr<BackEnd const>, std::less<>> back_ends_;
  std::atomic<std::size_t> count_{0};
};

/// How a function appears in a trace.
struct TracedCall {
  std::string_view name;
  std::string_view signature;
  SpanKind kind = SpanKind::internal;
};

/// A span for a call that is about to begin, with its `signature` and `inputs`, an object of names to values.
[[nodiscard]] Span open_call(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
                             std::function<Json()> const& inputs);

/// Returns what `work(span)` does, within a span for the call, whose `result` is what `describe` makes of it (P3.1-05).
/// What `work` throws is recorded and rethrown (P3.1-06). `inputs` and `describe` are called only where it is recorded.
template <class Inputs, class Work, class Describe>
decltype(auto) traced(Tracer const& tracer, SpanParent const& parent, TracedCall const& call, Inputs const& inputs,
                      Work const& work, Describe const& describe) {
  Span span = open_call(tracer, parent, call, inputs);
  try {
    decltype(auto) result = work(span);
    span.emit_made("result", [&] { return describe(result); });
    return result;
  } catch (...) {
    span.fail(std::current_exception());
    throw;
  }
}

}  // namespace prompty
