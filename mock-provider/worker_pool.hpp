#pragma once

#include <httplib.h>
#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace mock_provider {

/// A fixed number of threads that serve connections, each with a large stack: cpp-httplib matches paths and ranges with
/// std::regex, which recurses once per character, and a path may have 8,000 of them.
class WorkerPool : public httplib::TaskQueue {
 public:
  explicit WorkerPool(std::size_t threads);
  WorkerPool(WorkerPool const&) = delete;
  WorkerPool& operator=(WorkerPool const&) = delete;
  ~WorkerPool() override = default;

  void enqueue(std::function<void()> task) override;
  /// Finishes what is queued and joins the threads.
  void shutdown() override;

 private:
  static void* run(void* pool);
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<pthread_t> threads_;
};

}  // namespace mock_provider
