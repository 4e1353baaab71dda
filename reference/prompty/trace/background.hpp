#pragma once

#include "prompty/trace/span.hpp"

namespace prompty {

/// Of a back end in the background.
struct BackgroundOptions {
  /// How many calls of the back end may wait: beginnings of spans, values and events. What comes when there are so many
  /// is dropped. Ends always wait, one a span, so that no span stays open.
  std::size_t max_waiting = 10'000;
};

/// A back end on a thread of its own (P3.5-05): what is traced never waits for a disk or a collector. Copies share the
/// thread, which ends, with everything handed over, when the last copy, back end and span of it are gone. Thread-safe.
class BackgroundBackEnd {
 public:
  /// Receives, on that thread, what the back end throws, and how much was dropped until nothing waited. Must not throw.
  using Report = std::function<void(std::string const& problem)>;

  /// Throws RuntimeError when the system has no thread left.
  explicit BackgroundBackEnd(BackEnd back_end, Report report = {}, BackgroundOptions options = {});

  /// The back end for a tracer; it may outlive this.
  [[nodiscard]] BackEnd back_end() const;

  /// Waits until the back end has what was recorded before. Returns at once on the thread of the back end.
  void flush() const;

  /// How many spans, values and events were dropped so far; of a dropped span, its values and events do not count.
  [[nodiscard]] std::size_t dropped() const;

 private:
  class Worker;
  std::shared_ptr<Worker> worker_;
};

}  // namespace prompty
