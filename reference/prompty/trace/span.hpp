#pragma once

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/core/host.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty {

/// Whether a span covers a call to another service or work of our own.
enum class SpanKind : std::uint8_t { internal, client };

/// What a back end gets of a new span. `trace` is 32, `id` and `parent`, if any, 16 lower-case hexadecimal digits.
struct SpanStart {
  std::string name;
  SpanKind kind = SpanKind::internal;
  std::string trace;
  std::string id;
  std::optional<std::string> parent = std::nullopt;
  std::chrono::system_clock::time_point time = {};

  bool operator==(SpanStart const&) const = default;
};

/// What went wrong in a span: the name of the kind of error, and its message.
struct SpanFailure {
  std::string kind;
  std::string message;

  bool operator==(SpanFailure const&) const = default;
};

/// When and how a span ended.
struct SpanEnd {
  std::chrono::system_clock::time_point time;
  std::chrono::nanoseconds duration;
  std::optional<SpanFailure> failure;

  bool operator==(SpanEnd const&) const = default;
};

/// Something that happened in a span (P3.1-19). `attributes` is an object, free of secrets.
struct SpanEvent {
  std::string name;
  Json attributes = empty_object();
  std::chrono::system_clock::time_point time = {};

  bool operator==(SpanEvent const&) const;
};

/// One open span in one back end. Calls for one span come one at a time, from any thread. What it throws goes to the
/// tracer's listener only.
class SpanSink {
 public:
  virtual ~SpanSink() = default;

  /// `value` is free of secrets. A key may come again; the last value counts.
  virtual void emit(std::string const& key, Json const& value) = 0;

  /// Does nothing unless overridden.
  virtual void event(SpanEvent const& event);

  /// The last call.
  virtual void end(SpanEnd const& end) = 0;
};

/// Opens a span; called from many threads at once.
using BackEnd = std::function<std::unique_ptr<SpanSink>(SpanStart const& start)>;

/// The back ends of a tracer, none of them null, with the names under which they were added.
using NamedBackEnds = std::vector<std::pair<std::string, std::shared_ptr<BackEnd const>>>;

/// Gets, from many threads at once, what a back end threw, or with "" why something was not recorded. Must not throw.
using TraceListener = std::function<void(std::string const& back_end, std::string const& problem)>;

/// The times of spans: the one of day, and the steady one for durations.
struct TraceClock {
  std::function<std::chrono::system_clock::time_point()> now = std::chrono::system_clock::now;
  std::function<std::chrono::steady_clock::time_point()> elapsed = std::chrono::steady_clock::now;
};

/// What a host changes about all spans.
struct SpanContent {
  /// Parameters that no span shows among its `inputs`, by name, such as "messages" (P3.1-16).
  std::vector<std::string> left_out = {};
  /// An object: what each span emits when it begins, under these names (P3.1-17).
  Json attributes = empty_object();
  /// Whether calls to providers have an event for the messages that they send, for those of the system, for the tools
  /// that they offer, and for the messages of a whole answer (P3.1-19).
  bool message_events = false;
};

/// What the spans of one tracer share.
struct TraceSource {
  NonceSource ids;
  TraceClock clock = {};
  TraceListener listener = {};
  /// Masked in everything that back ends and the listener get. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
  SpanContent content = {};
};

/// What is behind a Span, and outlives it where children have it as their parent.
class OpenSpan;

/// The span in which others begin; without one they are roots. It may have ended.
using SpanParent = std::shared_ptr<OpenSpan>;

/// A piece of work in progress; it ends with the lifetime of this. One that is not recorded accepts everything and does
/// nothing. For one thread at a time; its children may be on others.
class Span {
 public:
  Span() = default;
  /// Opens it in every back end; see `Tracer::start`.
  Span(std::shared_ptr<TraceSource const> source, std::string_view name, SpanKind kind, SpanParent parent,
       NamedBackEnds const& back_ends);
  /// The one moved from is not recorded any more.
  Span(Span&& other) noexcept;
  /// Ends the span that was here first.
  Span& operator=(Span&& other) noexcept;
  Span(Span const&) = delete;
  Span& operator=(Span const&) = delete;
  ~Span();

  /// Whether any back end gets what is emitted.
  [[nodiscard]] bool is_recording() const { return open_ != nullptr; }

  /// Emits to every back end, with secrets replaced by name (`redacted`) and by value (`Secrets`).
  void emit(std::string_view key, Json const& value);

  /// The same, but `make` is called only if the span is recorded; what it throws goes to the tracer's listener.
  void emit_made(std::string_view key, std::function<Json()> const& make);

  /// Sends an event of this moment to every back end, with secrets replaced as in `emit`. `attributes` is an object.
  void event(std::string_view name, Json const& attributes);

  /// Whether an event is wanted for each message of a call, see SpanContent; false when the span is not recorded.
  [[nodiscard]] bool shows_messages() const;

  /// Adds a provider's `Usage`. The sum of the span and those below is emitted as `__usage` when it ends, if any.
  void add_usage(Json const& usage);

  /// Emits `result {exception, message, traceback}` for the error; the span will end in failure.
  void fail(std::exception_ptr const& error);

  /// Ends it now.
  void end();

  /// What spans below this one are started with.
  [[nodiscard]] SpanParent const& as_parent() const { return open_; }

 private:
  std::shared_ptr<OpenSpan> open_;
};

/// Sums of what providers counted, such as `prompt_tokens`, each under the name that the provider gave it (P3.3-01).
class Usage {
 public:
  /// Adds those members of a provider's `usage` that are numbers; others, and a value that is no object, are ignored. A
  /// sum of integers stops at the largest one of 64 bits.
  void add(Json const& counted);

  /// The sums so far; an empty object when nothing was counted.
  [[nodiscard]] Json const& as_json() const { return sums_; }

 private:
  Json sums_ = empty_object();
};

}  // namespace prompty
