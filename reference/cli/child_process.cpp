#include "cli/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
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

/// How the program starts: a group of its own, no signal blocked or ignored, and the pipes.
class StartSettings {
 public:
  StartSettings(int input, int output, int error) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, error, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~StartSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  StartSettings(StartSettings const&) = delete;
  StartSettings& operator=(StartSettings const&) = delete;

  /// 0, or the error number of the system.
  int start(std::vector<std::string> words, pid_t& process) const {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    return ::posix_spawnp(&process, arguments.front(), &actions_, &attributes_, arguments.data(), ::environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

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

/// Kills what is left of the group of `process`, which nobody has waited for yet, so that its number is still its own,
/// and gives its exit code.
int end_group(pid_t process) {
  ::kill(-process, SIGKILL);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace
}  // namespace child_process

ChildResult run_child(std::vector<std::string> const& words, std::string_view input, std::chrono::milliseconds limit,
                      Cancellation const& cancellation) {
  child_process::Clock::time_point const deadline = child_process::Clock::now() + limit;
  child_process::Pipe in;
  child_process::Pipe out;
  child_process::Pipe err;
  if (!in.open() || !out.open() || !err.open()) return NotStarted{child_process::reason_of(errno)};
  pid_t process = -1;
  child_process::StartSettings const settings(in.read.number(), out.write.number(), err.write.number());
  if (int const error = settings.start(words, process); error != 0) return NotStarted{child_process::reason_of(error)};
  in.read.close();
  out.write.close();
  err.write.close();
  child_process::stop_waiting(in.write);
  child_process::stop_waiting(out.read);
  child_process::stop_waiting(err.read);
  child_process::Descriptor const end(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  BrokenPipeSilencer const silencer;
  child_process::Exchange exchange(input, in.write, out.read, err.read);
  std::optional<ChildFailure> const failure = exchange.run(end, deadline, cancellation);
  exchange.output.exit_code = child_process::end_group(process);
  if (failure) return *failure;
  return std::move(exchange.output);
}

}  // namespace prompty::cli
