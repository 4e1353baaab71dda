#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace mock_provider {

/// Holds back the frames of a scenario's streams until whoever drives the test lets them out. Thread-safe.
class FrameGate {
 public:
  /// Lets out the first `frames` frames of every stream; never takes any back.
  void let_out(std::size_t frames);
  /// Holds everything again.
  void close();

  /// Whether the frame of that index, counted from 0, is let out within the time.
  [[nodiscard]] bool opens_for(std::size_t index, std::chrono::milliseconds limit) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable opened_;
  std::size_t let_out_ = 0;
};

}  // namespace mock_provider
