#include "mock-provider/worker_pool.hpp"

#include <system_error>

namespace mock_provider {
namespace worker_pool {
namespace {

/// Virtual memory only; a thread touches what it needs.
constexpr std::size_t stack_bytes = 67'108'864;

}  // namespace
}  // namespace worker_pool

WorkerPool::WorkerPool(std::size_t threads) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, worker_pool::stack_bytes);
  for (std::size_t index = 0; index < threads; ++index) {
    pthread_t thread{};
    int const failure = pthread_create(&thread, &attributes, &WorkerPool::run, this);
    if (failure == 0) threads_.push_back(thread);
    // Fewer threads than asked for still serve; none at all would leave every client waiting.
    if (failure != 0 && threads_.empty())
      throw std::system_error(failure, std::generic_category(), "no thread to serve");
    if (failure != 0) break;
  }
  pthread_attr_destroy(&attributes);
}

void WorkerPool::enqueue(std::function<void()> task) {
  {
    std::lock_guard const lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void WorkerPool::shutdown() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (pthread_t const thread : threads_) pthread_join(thread, nullptr);
  threads_.clear();
}

void* WorkerPool::run(void* pool) {
  static_cast<WorkerPool*>(pool)->serve();
  return nullptr;
}

void WorkerPool::serve() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace mock_provider
