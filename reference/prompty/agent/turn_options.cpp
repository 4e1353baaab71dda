#include "prompty/agent/turn_options.hpp"

#include <algorithm>
#include <thread>

namespace prompty {

bool TurnResult::operator==(TurnResult const&) const = default;

void Steering::send(std::string text) {
  std::scoped_lock const lock(mutex_);
  queued_.push_back(std::move(text));
}

std::vector<std::string> Steering::drain() {
  // P13.5-04: taken and emptied under one lock, so that nothing can come in between.
  std::scoped_lock const lock(mutex_);
  return std::exchange(queued_, {});
}

Sleeper system_sleeper() {
  return [](std::chrono::milliseconds duration, Cancellation const& cancellation) {
    using Clock = std::chrono::steady_clock;
    // P9.4-09: short enough that a cancellation is noticed at once.
    constexpr std::chrono::milliseconds longest_nap{20};
    Clock::time_point const end = Clock::now() + duration;
    while (!cancellation.is_requested()) {
      Clock::duration const left = end - Clock::now();
      if (left <= Clock::duration::zero()) return;
      std::this_thread::sleep_for(std::min<Clock::duration>(left, longest_nap));
    }
  };
}

}  // namespace prompty
