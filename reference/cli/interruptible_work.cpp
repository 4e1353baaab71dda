#include "cli/interruptible_work.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace prompty::cli {
namespace interruptible_work {
namespace {

constexpr int patience_ms = 1000;
constexpr int forever = -1;

/// What the thread that works and the one that waits know of each other.
class Progress {
 public:
  Progress() : ended_(::eventfd(0, EFD_CLOEXEC)) {}
  ~Progress() { ::close(ended_); }
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  void end(std::exception_ptr failure) {
    failure_ = std::move(failure);
    ::eventfd_write(ended_, 1);
  }

  /// Waits until the work has ended, or until `other` is readable, or so long; tells whether it has ended.
  bool wait(int other, int milliseconds) {
    std::array<pollfd, 2> polled = {pollfd{ended_, POLLIN, 0}, pollfd{other, POLLIN, 0}};
    ::poll(polled.data(), polled.size(), milliseconds);
    return polled[0].revents != 0;
  }

  /// Once it has ended.
  [[nodiscard]] std::exception_ptr const& failure() const { return failure_; }

 private:
  int ended_;
  std::exception_ptr failure_;
};

void do_all(std::function<void()> work, Progress& progress) {
  std::exception_ptr failure;
  try {
    std::exchange(work, nullptr)();
  } catch (...) {
    failure = std::current_exception();
  }
  progress.end(failure);
}

}  // namespace
}  // namespace interruptible_work

Ending do_interruptibly(std::function<void()> work, Cancellation const& cancellation, Interrupts& interrupts) {
  std::shared_ptr<interruptible_work::Progress> const progress = std::make_shared<interruptible_work::Progress>();
  std::thread worker([work = std::move(work), progress]() mutable {
    interruptible_work::do_all(std::exchange(work, nullptr), *progress);
  });
  bool const is_undisturbed = progress->wait(interrupts.descriptor(), interruptible_work::forever);
  if (!is_undisturbed) cancellation.request();
  bool const has_ended = is_undisturbed || progress->wait(-1, interruptible_work::patience_ms);
  if (!has_ended) {
    interrupts.leave_work_behind();
    worker.detach();
    return Ending::interrupted;
  }
  worker.join();
  if (!is_undisturbed && progress->failure()) return Ending::interrupted;
  if (progress->failure()) std::rethrow_exception(progress->failure());
  return Ending::done;
}

}  // namespace prompty::cli
