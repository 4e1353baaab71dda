#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mock_provider {

/// Threads that run tasks: started when one is needed, kept from then on, never more than a given number. Thread-safe.
class WorkerPool {
 public:
  /// Throws std::system_error when not even one thread can be started.
  explicit WorkerPool(std::size_t most_threads);
  WorkerPool(WorkerPool const&) = delete;
  WorkerPool& operator=(WorkerPool const&) = delete;
  ~WorkerPool();

  enum class Start : std::uint8_t { at_once, later };

  /// Runs it as soon as a thread is free; tasks start in the order in which they come.
  Start enqueue(std::function<void()> task);
  /// Finishes what is queued and joins the threads; may be called again.
  void shutdown();

 private:
  void serve();
  void start_thread();

  std::size_t const most_threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::size_t idle_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mock_provider
