#include "prompty/transport/reader_threads.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "prompty/transport/connection_guards.hpp"

namespace prompty {
namespace {

constexpr std::chrono::seconds longest_idleness{10};

}  // namespace

ReaderThreads::~ReaderThreads() {
  std::unique_lock<std::mutex> lock(mutex_);
  is_over_ = true;
  arrived_.notify_all();
  ended_.wait(lock, [this] { return threads_ == 0; });
}

void ReaderThreads::start(std::function<void()> read) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (waiting_.size() >= idle_) {
    // Detached, since one that ends of itself has nobody to join it; the destructor counts them.
    std::thread([this] { work(); }).detach();
    ++threads_;
  }
  waiting_.push_back(std::move(read));
  lock.unlock();
  // Whoever wakes while the lock is held has to wait again.
  arrived_.notify_one();
}

void ReaderThreads::work() {
  BrokenPipeSilencer const silencer;
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    ++idle_;
    arrived_.wait_for(lock, longest_idleness, [this] { return is_over_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) break;
    std::function<void()> const read = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    read();
    lock.lock();
  }
  --threads_;
  ended_.notify_all();
}

}  // namespace prompty
