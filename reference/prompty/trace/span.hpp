#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty {

/// Whether a span covers a call to another service or work of our own.
enum class SpanKind : std::uint8_t { internal, client };

/// What a back end learns when a span opens. `trace` is 32, `id` and `parent` are 16 lower-case hexadecimal digits; a
/// root has no parent.
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

struct SpanEnd {
  std::chrono::system_clock::time_point time;
  std::chrono::nanoseconds duration;
  std::optional<SpanFailure> failure;

  bool operator==(SpanEnd const&) const = default;
};

/// One open span in one back end. Calls for one span come one at a time, from whatever thread. What it throws goes to
/// the tracer's listener and no further.
class SpanSink {
 public:
  virtual ~SpanSink() = default;

  /// `value` has no secrets in it any more. A key may come again; the last value counts.
  virtual void emit(std::string const& key, Json const& value) = 0;

  /// The last call.
  virtual void end(SpanEnd const& end) = 0;
};

/// Opens a span; called from many threads at once.
using BackEnd = std::function<std::unique_ptr<SpanSink>(SpanStart const& start)>;

class OpenSpan;

/// The span in which others begin; without one they are roots. It may be over already.
using SpanParent = std::shared_ptr<OpenSpan>;

/// A piece of work while it goes on. It ends when this does. One that is not recorded accepts everything and does
/// nothing. For one thread at a time; its children may be anywhere.
class Span {
 public:
  Span() = default;
  explicit Span(std::shared_ptr<OpenSpan> open);
  Span(Span&& other) noexcept;
  Span& operator=(Span&& other) noexcept;
  Span(Span const&) = delete;
  Span& operator=(Span const&) = delete;
  ~Span();

  /// Whether what is emitted gets anywhere, so that making it is worth the while.
  [[nodiscard]] bool is_recording() const { return open_ != nullptr; }

  /// Tells every back end, secrets replaced by name (`redact.hpp`) and by value (`Secrets`).
  void emit(std::string_view key, Json const& value);

  /// As above, for a value that is made only if somebody records; an exception in making it goes to the tracer's
  /// listener.
  void emit_made(std::string_view key, std::function<Json()> const& make);

  /// Adds the counters of a provider's usage (`usage.hpp`). The sum of the span and of those below it is emitted as
  /// `__usage` when it ends, if there is any.
  void add_usage(Json const& usage);

  /// Emits `result {exception, message, traceback}` for the error, and has the span end in failure.
  void fail(std::exception_ptr const& error);

  /// Ends it now.
  void end();

  [[nodiscard]] SpanParent const& as_parent() const { return open_; }

 private:
  std::shared_ptr<OpenSpan> open_;
};

}  // namespace prompty
