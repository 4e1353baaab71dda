#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

namespace prompty {

/// Hands blocks of bytes from a thread that has them pushed at it to one that pulls them. A pusher that is far ahead
/// waits.
class BlockQueue {
 public:
  enum class Reader { waits, gone };

  /// Tells whether anybody still wants more.
  Reader push(std::string block);

  /// No block follows; `failure`, if any, is what broke off.
  void end(std::exception_ptr failure);

  /// The next block, waiting for it; nothing at the end. Throws what broke off.
  [[nodiscard]] std::optional<std::string> pull();

  /// Whether `pull` would have something to give or to throw at once; waits for that until `time`.
  [[nodiscard]] bool is_ready_by(std::chrono::steady_clock::time_point time);

  /// Whether `end` has been called; waits for that until `time`.
  [[nodiscard]] bool has_ended_by(std::chrono::steady_clock::time_point time);

  /// Nobody pulls any more.
  void abandon();

 private:
  static constexpr std::size_t most_blocks = 16;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> blocks_;
  std::exception_ptr failure_;
  bool ended_ = false;
  bool abandoned_ = false;
};

}  // namespace prompty
