#include "mock-provider/http/answer.hpp"

#include <algorithm>

namespace mock_provider {

void FrameGate::let_out(std::size_t frames) {
  {
    std::lock_guard const lock(mutex_);
    let_out_ = std::max(let_out_, frames);
  }
  changed_.notify_all();
}

void FrameGate::close() {
  std::lock_guard const lock(mutex_);
  let_out_ = 0;
  is_reached_ = false;
}

bool FrameGate::opens_for(std::size_t index, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  if (index < let_out_) return true;
  if (limit.count() == 0) return false;
  is_reached_ = true;
  changed_.notify_all();
  return changed_.wait_for(lock, limit, [&] { return index < let_out_; });
}

bool FrameGate::is_reached_within(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [this] { return is_reached_; });
}

}  // namespace mock_provider
