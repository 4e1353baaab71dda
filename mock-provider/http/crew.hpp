#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mock_provider {

/// Threads that take turns at the same work, so many of them at once. A thread that waits for somebody in its turn has
/// another one at work meanwhile: few threads stay few, however many clients there are, and none holds up the others.
class Crew {
 public:
  /// `turn` is called over and over, by all of them, until it says that the work is over. Throws std::system_error when
  /// not even one thread can be started.
  Crew(std::size_t at_once, std::function<bool()> turn);
  Crew(Crew const&) = delete;
  Crew& operator=(Crew const&) = delete;
  ~Crew();

  /// Returns when the work is over and every thread has ended; may be called again.
  void join();

  /// While it lives, its thread waits for somebody: another one is at work instead. Nothing in a thread of no crew.
  class Pause {
   public:
    Pause();
    Pause(Pause const&) = delete;
    Pause& operator=(Pause const&) = delete;
    ~Pause();

   private:
    Crew* crew_;
  };

 private:
  void run();
  void start_thread();
  /// Whether it could be started.
  bool start_another();
  /// Whether there is work for the calling thread; waits for as long as enough others are at it.
  [[nodiscard]] bool is_called();
  void step_back();
  void come_back();

  std::size_t const at_once_;
  std::function<bool()> const turn_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t working_ = 0;
  std::size_t spare_ = 0;  ///< threads that wait to be called
  std::size_t calls_ = 0;  ///< of spare threads that have not woken yet
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mock_provider
