#include "cli/interrupts.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <thread>
#include <utility>

namespace prompty::cli {

Interrupts::Interrupts() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Interrupts::~Interrupts() {
  ::close(descriptor_);
}

Interrupts::Heard Interrupts::raise() {
  if (listeners_ == 0) return Heard::no;
  ::eventfd_write(descriptor_, 1);
  return Heard::yes;
}

bool Interrupts::take() {
  eventfd_t count = 0;
  return ::eventfd_read(descriptor_, &count) == 0;
}

namespace {

constexpr std::size_t buffer_bytes = 65'536;
constexpr std::chrono::seconds lock_timeout{1};
constexpr int shutdown_timeout_ms = 1000;
constexpr int no_timeout = -1;

/// Shared by the working thread and the one that waits for it.
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

  /// Waits for the end of the work, for `other` to be readable or for the timeout; whether the work has ended.
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

}  // namespace

InterruptibleOutput::~InterruptibleOutput() {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  write_waiting();
}

void InterruptibleOutput::close() {
  // A write to a reader that does not read may hold the lock. The thread sanitizer of clang 14 knows no lock that waits
  // by the steady clock.
  std::unique_lock<std::timed_mutex> const lock(mutex_, std::chrono::system_clock::now() + lock_timeout);
  if (!lock) return;
  if (line_is_open_) waiting_ += '\n';
  write_waiting();
  is_closed_ = true;
}

InterruptibleOutput::int_type InterruptibleOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  char const byte = traits_type::to_char_type(character);
  return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
}

std::streamsize InterruptibleOutput::xsputn(char const* bytes, std::streamsize count) {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  if (count == 0 || is_closed_) return 0;
  std::string_view const text(bytes, static_cast<std::size_t>(count));
  std::string const shown = characters_ == Characters::all ? std::string(text) : printable_.next(text);
  waiting_ += shown;
  if (!shown.empty()) line_is_open_ = shown.back() != '\n';
  if (waiting_.size() >= buffer_bytes) write_waiting();
  return has_failed_ ? 0 : count;
}

int InterruptibleOutput::sync() {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  write_waiting();
  return has_failed_ ? -1 : 0;
}

void InterruptibleOutput::write_waiting() {
  std::string_view rest = waiting_;
  while (!rest.empty() && !has_failed_) {
    ssize_t const written = ::write(descriptor_, rest.data(), rest.size());
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    has_failed_ = written < 0 && errno != EINTR;
  }
  waiting_.clear();
}

void end_on_interrupt(InterruptibleOutput& output, Interrupts& interrupts) {
  struct sigaction current {};
  sigaction(SIGINT, nullptr, &current);
  if (current.sa_handler == SIG_IGN) return;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  // Blocked here and so in all threads to come, an interrupt waits for the one that asks for it.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([&output, &interrupts, signals] {
    int received = 0;
    do {
      sigwait(&signals, &received);
    } while (interrupts.raise() == Interrupts::Heard::yes);
    output.close();
    ::_exit(interrupted_code);
  }).detach();
}

Ending run_interruptibly(std::function<void()> work, Cancellation const& cancellation, Interrupts& interrupts) {
  std::shared_ptr<Progress> const progress = std::make_shared<Progress>();
  std::thread worker([work = std::move(work), progress]() mutable {
    std::exception_ptr failure;
    try {
      // What the work owns is gone before its end is announced.
      std::exchange(work, nullptr)();
    } catch (...) {
      failure = std::current_exception();
    }
    progress->end(std::move(failure));
  });
  bool const is_undisturbed = progress->wait(interrupts.descriptor(), no_timeout);
  if (!is_undisturbed) cancellation.request();
  bool const has_ended = is_undisturbed || progress->wait(-1, shutdown_timeout_ms);
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
