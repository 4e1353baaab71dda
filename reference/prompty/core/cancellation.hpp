#pragma once

#include <atomic>
#include <memory>

namespace prompty {

/// Asks running work to stop. Copies share one answer; any thread may ask at any time, and it cannot be taken back.
class Cancellation {
 public:
  void request() const { requested_->store(true, std::memory_order_release); }
  [[nodiscard]] bool is_requested() const { return requested_->load(std::memory_order_acquire); }

 private:
  std::shared_ptr<std::atomic<bool>> requested_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace prompty
