#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace prompty {

/// Threads that read answers: started when one is needed, kept for the next answer, ended when none comes for a while.
/// They get no SIGPIPE, so that writing to a connection that the other side has closed is an error for them instead of
/// the end of the process. Thread-safe.
class ReaderThreads {
 public:
  ReaderThreads() = default;
  ReaderThreads(ReaderThreads const&) = delete;
  ReaderThreads& operator=(ReaderThreads const&) = delete;
  /// Waits for what was started.
  ~ReaderThreads();

  /// Runs `read`, which must not throw, on a thread that has nothing to do, or on a new one. Throws std::system_error
  /// when none can be started.
  void start(std::function<void()> read);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable ended_;
  std::deque<std::function<void()>> waiting_;
  std::size_t threads_ = 0;
  std::size_t idle_ = 0;  ///< of these
  bool is_over_ = false;
};

}  // namespace prompty
