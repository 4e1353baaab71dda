#include "mock-provider/http/worker_pool.hpp"

#include <algorithm>
#include <system_error>

namespace mock_provider {

WorkerPool::WorkerPool(std::size_t most_threads) : most_threads_(std::max<std::size_t>(1, most_threads)) {
  start_thread();
}

WorkerPool::~WorkerPool() {
  shutdown();
}

WorkerPool::Start WorkerPool::enqueue(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  tasks_.push_back(std::move(task));
  Start start = tasks_.size() > idle_ ? Start::later : Start::at_once;
  if (start == Start::later && threads_.size() < most_threads_) {
    try {
      start_thread();
      start = Start::at_once;
    } catch (std::system_error const&) {
      // Fewer threads than allowed still serve, each task a little later.
    }
  }
  lock.unlock();
  // Whoever wakes while the lock is held has to wait again.
  changed_.notify_one();
  return start;
}

void WorkerPool::shutdown() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkerPool::start_thread() {
  threads_.emplace_back([this] { serve(); });
}

void WorkerPool::serve() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      ++idle_;
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace mock_provider
