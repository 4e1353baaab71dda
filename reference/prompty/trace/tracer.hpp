#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "prompty/core/nonces.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/trace/open_span.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// The times of spans: those that people read, and those that durations are made of.
struct TraceClock {
  std::function<std::chrono::system_clock::time_point()> now = std::chrono::system_clock::now;
  std::function<std::chrono::steady_clock::time_point()> elapsed = std::chrono::steady_clock::now;
};

/// The back ends that record spans, by name (§3). For many threads at once; without a back end nothing is recorded. A
/// back end that was removed still gets the rest of the spans that are open in it.
class Tracer {
 public:
  /// `ids` names spans and traces; for `listener` see `listen`, for `secrets` see `hide`.
  explicit Tracer(NonceSource ids = system_nonces(), TraceClock clock = {}, TraceListener listener = {},
                  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>());

  /// Reports to `listener`, and nowhere else, what back ends throw, in spans that begin from now on.
  void listen(TraceListener listener);

  /// Has the values in `secrets`, which is not null, masked in spans that begin from now on, those that are added later
  /// too.
  void hide(std::shared_ptr<Secrets> secrets);

  /// What spans mask. Never null.
  [[nodiscard]] std::shared_ptr<Secrets> secrets() const;

  /// Adds a back end, in place of what was there under `name`.
  void add(std::string name, BackEnd back_end);

  /// Whether there was one.
  bool remove(std::string_view name);

  void clear();

  [[nodiscard]] bool is_recording() const { return count_.load(std::memory_order_relaxed) > 0; }

  /// A span that begins now in every back end, below `parent` if that is given.
  [[nodiscard]] Span start(std::string_view name, SpanKind kind = SpanKind::internal,
                           SpanParent const& parent = {}) const;

 private:
  /// What a span that begins now is made of.
  struct Recording {
    std::shared_ptr<TraceSource const> source;
    OpenSpan::NamedBackEnds back_ends;
  };
  [[nodiscard]] Recording recording() const;

  mutable std::shared_mutex mutex_;
  std::shared_ptr<TraceSource const> source_;
  std::map<std::string, std::shared_ptr<BackEnd const>, std::less<>> back_ends_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace prompty
