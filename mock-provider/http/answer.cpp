#include "mock-provider/http/answer.hpp"

#include <algorithm>

namespace mock_provider {

void FrameGate::let_out(std::size_t frames) {
  {
    std::lock_guard const lock(mutex_);
    let_out_ = std::max(let_out_, frames);
  }
  opened_.notify_all();
}

void FrameGate::close() {
  std::lock_guard const lock(mutex_);
  let_out_ = 0;
}

bool FrameGate::opens_for(std::size_t index, std::chrono::milliseconds limit) const {
  std::unique_lock lock(mutex_);
  return opened_.wait_for(lock, limit, [&] { return index < let_out_; });
}

}  // namespace mock_provider
