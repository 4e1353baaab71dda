#pragma once

#include <atomic>
#include <cstdint>

namespace prompty::cli {

/// The exit code of a process that an interrupt ended.
constexpr int interrupted_code = 130;

/// The interrupts (Ctrl-C) of the process, for commands that go on after one. Safe from any thread.
class Interrupts {
 public:
  /// Whether there is a listener for interrupts; without one the process ends.
  enum class Heard : std::uint8_t { no, yes };

  /// While it lives, interrupts wait to be taken.
  class Listening {
   public:
    explicit Listening(Interrupts& interrupts) : interrupts_(interrupts) { ++interrupts_.listeners_; }
    ~Listening() { --interrupts_.listeners_; }
    Listening(Listening const&) = delete;
    Listening& operator=(Listening const&) = delete;

   private:
    Interrupts& interrupts_;
  };

  Interrupts();
  ~Interrupts();
  Interrupts(Interrupts const&) = delete;
  Interrupts& operator=(Interrupts const&) = delete;

  /// There is an interrupt.
  Heard raise();

  /// Whether one waits, which now waits no longer.
  bool take();

  /// A file descriptor that is readable while one waits.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Work that does not heed its cancellation goes on: the process must end without cleaning up behind it.
  void leave_work_behind() { leaves_work_ = true; }
  [[nodiscard]] bool leaves_work() const { return leaves_work_; }

 private:
  int descriptor_;
  std::atomic<int> listeners_ = 0;
  std::atomic<bool> leaves_work_ = false;
};

}  // namespace prompty::cli
