#include "cli/program_keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>

namespace prompty::cli {
namespace program_keeper {
namespace {

// Between a fork in a program with threads and the exec or the end nothing may be allocated and no lock be taken: what
// follows makes system calls only.

constexpr int exit_of_a_program_that_did_not_start = 127;
constexpr int code_before_signals = 128;
constexpr time_t seconds_to_clear_away = 5;
constexpr int milliseconds_between_passes = 2;
constexpr int most_descriptors_closed_one_by_one = 65536;
// Of this process itself, which has one thread.
constexpr char const* children_file = "/proc/thread-self/children";

[[noreturn]] void tell_start_failure(KeptStreams const& streams, int failure) {
  [[maybe_unused]] ssize_t const written = ::write(streams.start_failure, &failure, sizeof failure);
  ::_exit(exit_of_a_program_that_did_not_start);
}

/// No signal blocked, nor ignored that we ignore.
void forget_signal_handling() {
  for (int const number : {SIGPIPE, SIGINT, SIGCHLD}) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(char* const* words, KeptStreams const& streams) {
  ::setpgid(0, 0);
  // A program may kill its keeper.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(streams.input, STDIN_FILENO);
  ::dup2(streams.output, STDOUT_FILENO);
  ::dup2(streams.errors, STDERR_FILENO);
  forget_signal_handling();
  ::execvp(words[0], words);
  tell_start_failure(streams, errno);
}

void close_range_or_each(int first, int last) {
  if (first > last) return;
  if (::syscall(SYS_close_range, first, last, 0) == 0) return;
  for (int number = first; number <= std::min(last, most_descriptors_closed_one_by_one); ++number) ::close(number);
}

/// Pipes and sockets of ours would stay open as long as the keeper, leashes of other keepers among them.
void close_all_but(int kept) {
  close_range_or_each(0, kept - 1);
  close_range_or_each(kept + 1, static_cast<int>(~0U >> 1U));
}

/// Waits for the end of the program or of the leash. The program is not reaped, so that the number of its group is
/// still its own.
void watch(pid_t program, int leash) {
  int const end = static_cast<int>(::syscall(SYS_pidfd_open, program, 0));
  std::array<pollfd, 2> polled = {pollfd{leash, POLLIN, 0}, pollfd{end, POLLIN, 0}};
  while (::poll(polled.data(), polled.size(), -1) < 0 && errno == EINTR) continue;
}

int exit_code_of(pid_t program) {
  siginfo_t ending{};
  bool const has_ended = ::waitid(P_PID, static_cast<id_t>(program), &ending, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                         ending.si_pid == program;
  if (!has_ended) return code_before_signals + SIGKILL;
  return ending.si_code == CLD_EXITED ? ending.si_status : code_before_signals + ending.si_status;
}

/// Kills every child that there is now.
void kill_children() {
  int const file = ::open(children_file, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  std::array<char, 4096> numbers{};
  pid_t child = 0;
  for (ssize_t count = ::read(file, numbers.data(), numbers.size()); count > 0;
       count = ::read(file, numbers.data(), numbers.size())) {
    for (ssize_t at = 0; at < count; ++at) {
      char const c = numbers[static_cast<std::size_t>(at)];
      if (c >= '0' && c <= '9') {
        child = child * 10 + (c - '0');
      } else {
        if (child > 0) ::kill(child, SIGKILL);
        child = 0;
      }
    }
  }
  ::close(file);
}

time_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/// Kills the group of the program, then every child; theirs become ours and are met in the next pass.
void clear_away(pid_t program) {
  ::kill(-program, SIGKILL);
  time_t const deadline = now() + seconds_to_clear_away;
  while (now() <= deadline) {
    kill_children();
    pid_t ended = 0;
    do {
      ended = ::waitpid(-1, nullptr, WNOHANG);
    } while (ended > 0);
    if (ended < 0 && errno == ECHILD) return;
    ::poll(nullptr, 0, milliseconds_between_passes);
  }
}

[[noreturn]] void keep(char* const* words, KeptStreams const& streams) {
  // Not in the group of the terminal, whose Ctrl-C is for us.
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "prompty-keeper");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Where we ignore the ends of our children, the keeper must not.
  ::signal(SIGCHLD, SIG_DFL);
  pid_t const program = ::fork();
  if (program == 0) become(words, streams);
  if (program < 0) tell_start_failure(streams, errno);
  close_all_but(streams.leash);
  watch(program, streams.leash);
  int const code = exit_code_of(program);
  clear_away(program);
  ::_exit(code);
}

}  // namespace
}  // namespace program_keeper

pid_t start_kept(std::vector<std::string> words, KeptStreams const& streams) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // No handler of ours may run in the keeper.
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t const keeper = ::fork();
  if (keeper == 0) program_keeper::keep(arguments.data(), streams);
  int const error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return keeper;
}

}  // namespace prompty::cli
