#include "prompty/transport/block_queue.hpp"

#include <utility>

namespace prompty {

BlockQueue::Reader BlockQueue::push(std::string block) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return abandoned_ || blocks_.size() < most_blocks; });
  if (abandoned_) return Reader::gone;
  blocks_.push_back(std::move(block));
  changed_.notify_all();
  return Reader::waits;
}

void BlockQueue::end(std::exception_ptr failure) {
  std::unique_lock<std::mutex> const lock(mutex_);
  failure_ = std::move(failure);
  ended_ = true;
  changed_.notify_all();
}

std::optional<std::string> BlockQueue::pull() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return ended_ || !blocks_.empty(); });
  if (blocks_.empty()) {
    if (failure_) std::rethrow_exception(failure_);
    return std::nullopt;
  }
  std::string block = std::move(blocks_.front());
  blocks_.pop_front();
  changed_.notify_all();
  return block;
}

bool BlockQueue::is_ready_by(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_until(lock, time, [this] { return ended_ || !blocks_.empty(); });
}

bool BlockQueue::has_ended_by(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_until(lock, time, [this] { return ended_; });
}

void BlockQueue::abandon() {
  std::unique_lock<std::mutex> const lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

}  // namespace prompty
