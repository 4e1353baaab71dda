#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/core/nonces.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/trace/span.hpp"
#include "prompty/trace/usage.hpp"

namespace prompty {

/// Told what a back end threw, or what could not be recorded (then `back_end` is ""). Called from many threads at once;
/// must not throw.
using TraceListener = std::function<void(std::string const& back_end, std::string const& problem)>;

/// What the spans of one tracer share.
struct TraceSource {
  NonceSource ids;
  std::function<std::chrono::system_clock::time_point()> now;
  std::function<std::chrono::steady_clock::time_point()> elapsed;
  TraceListener listener = {};
  /// Masked in all that back ends and the listener get. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

/// What stands behind a Span and outlives it where children know it as their parent. For many threads at once.
class OpenSpan {
 public:
  using NamedBackEnds = std::vector<std::pair<std::string, std::shared_ptr<BackEnd const>>>;

  /// Opens the span in every back end.
  OpenSpan(std::shared_ptr<TraceSource const> source, std::string_view name, SpanKind kind, SpanParent parent,
           NamedBackEnds const& back_ends);

  void emit(std::string const& key, Json const& value);
  void add_usage(Json const& usage);
  void set_failure(SpanFailure failure);
  void complain(std::string const& problem) const;
  void end();

  /// The names of the spans from the root to this one: "run > execute".
  [[nodiscard]] std::string path() const;

 private:
  struct Sink {
    std::string back_end;
    std::unique_ptr<SpanSink> sink;
  };

  template <class Tell>
  void tell_all(Tell const& tell);
  void tell(std::string const& back_end, std::string const& problem) const;

  std::shared_ptr<TraceSource const> source_;
  SpanParent parent_;
  SpanStart start_;
  std::chrono::steady_clock::time_point started_;
  std::mutex mutex_;
  std::vector<Sink> sinks_;
  Usage usage_;
  std::optional<SpanFailure> failure_;
  bool ended_ = false;
};

}  // namespace prompty
