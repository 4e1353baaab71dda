#include "cli/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <optional>
#include <system_error>

#include "cli/program_keeper.hpp"
#include "prompty/transport/broken_pipe.hpp"

namespace prompty::cli {
namespace child_process {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_output = std::size_t{16} << 20U;
constexpr std::size_t most_error = 4096;
// A cancellation wakes nobody.
constexpr std::chrono::milliseconds tick{50};

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(number_);
    number_ = -1;
  }
  void reset(int number) {
    close();
    number_ = number;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  /// False when the process has no descriptor left.
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

void stop_waiting(Descriptor const& end) {
  ::fcntl(end.number(), F_SETFL, ::fcntl(end.number(), F_GETFL) | O_NONBLOCK);
}

std::string reason_of(int error) {
  return std::generic_category().message(error);
}

/// Feeds a program and reads what it prints until it has ended.
class Exchange {
 public:
  Exchange(std::string_view input, Descriptor& in, Descriptor& out, Descriptor& err)
      : input_(input), in_(in), out_(out), err_(err) {}

  /// Nothing once the program has ended.
  std::optional<ChildFailure> run(Descriptor const& end, Clock::time_point deadline, Cancellation const& cancellation) {
    while (true) {
      if (cancellation.is_requested()) return ChildFailure::cancelled;
      if (Clock::now() >= deadline) return ChildFailure::timed_out;
      bool const ended = wait(end, deadline);
      transfer();
      if (output.out.size() > most_output) return ChildFailure::too_much_output;
      if (ended) return std::nullopt;
    }
  }

  ChildOutput output;

 private:
  /// Whether the program has ended.
  bool wait(Descriptor const& end, Clock::time_point deadline) {
    std::chrono::milliseconds const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    std::chrono::milliseconds const patience = std::clamp(left, std::chrono::milliseconds(0), tick);
    std::array<pollfd, 4> polled = {pollfd{end.number(), POLLIN, 0}, pollfd{in_.number(), POLLOUT, 0},
                                    pollfd{out_.number(), POLLIN, 0}, pollfd{err_.number(), POLLIN, 0}};
    ::poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
    return polled[0].revents != 0;
  }

  /// All that goes in and comes out without waiting.
  void transfer() {
    feed();
    drain(out_, output.out, most_output);
    drain(err_, output.err, most_output);
    if (output.err.size() > most_error) output.err.erase(0, output.err.size() - most_error);
  }

  void feed() {
    while (in_.is_open() && !input_.empty()) {
      ssize_t const count = ::write(in_.number(), input_.data(), input_.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count < 0 && errno != EINTR) input_ = {};
      if (count > 0) input_.remove_prefix(static_cast<std::size_t>(count));
    }
    in_.close();
  }

  static void drain(Descriptor& end, std::string& text, std::size_t most) {
    std::array<char, 65536> buffer{};
    while (end.is_open() && text.size() <= most) {
      ssize_t const count = ::read(end.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) end.close();
    }
  }

  std::string_view input_;
  Descriptor& in_;
  Descriptor& out_;
  Descriptor& err_;
};

/// Lets go of the leash of a keeper that nobody has waited for yet, and gives its exit code, which is the program's.
int end_of(pid_t keeper, Descriptor& leash) {
  leash.close();
  int status = 0;
  while (::waitpid(keeper, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// 0 when the program runs, else the error number of the system.
int start_failure_in(Descriptor const& end) {
  int failure = 0;
  ssize_t count = -1;
  do {
    count = ::read(end.number(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof failure) ? failure : 0;
}

}  // namespace
}  // namespace child_process

ChildResult run_child(std::vector<std::string> const& words, std::string_view input, std::chrono::milliseconds limit,
                      Cancellation const& cancellation) {
  child_process::Clock::time_point const deadline = child_process::Clock::now() + limit;
  child_process::Pipe in;
  child_process::Pipe out;
  child_process::Pipe err;
  child_process::Pipe start;
  child_process::Pipe leash;
  if (!in.open() || !out.open() || !err.open() || !start.open() || !leash.open()) {
    return NotStarted{child_process::reason_of(errno)};
  }
  pid_t const keeper = start_kept(words, {.input = in.read.number(),
                                          .output = out.write.number(),
                                          .errors = err.write.number(),
                                          .start_failure = start.write.number(),
                                          .leash = leash.read.number()});
  if (keeper < 0) return NotStarted{child_process::reason_of(errno)};
  in.read.close();
  out.write.close();
  err.write.close();
  start.write.close();
  leash.read.close();
  if (int const error = child_process::start_failure_in(start.read); error != 0) {
    static_cast<void>(child_process::end_of(keeper, leash.write));
    return NotStarted{child_process::reason_of(error)};
  }
  child_process::stop_waiting(in.write);
  child_process::stop_waiting(out.read);
  child_process::stop_waiting(err.read);
  child_process::Descriptor const end(static_cast<int>(::syscall(SYS_pidfd_open, keeper, 0)));
  BrokenPipeSilencer const silencer;
  child_process::Exchange exchange(input, in.write, out.read, err.read);
  std::optional<ChildFailure> const failure = exchange.run(end, deadline, cancellation);
  exchange.output.exit_code = child_process::end_of(keeper, leash.write);
  if (failure) return *failure;
  return std::move(exchange.output);
}

}  // namespace prompty::cli
