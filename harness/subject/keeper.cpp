#include "harness/subject/keeper.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>

#include "harness/subject/process_table.hpp"

namespace conformance {
namespace keeper {
namespace {

constexpr int exit_of_a_program_that_did_not_start = 127;
constexpr time_t seconds_to_clear_away = 5;
constexpr int milliseconds_between_passes = 2;
constexpr int most_descriptors_closed_one_by_one = 65536;

void set_mask(int how, sigset_t const& signals) {
  ::sigprocmask(how, &signals, nullptr);
}

void close_range_or_each(int first, int last) {
  if (first > last) return;
  if (::close_range(static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0) return;
  for (int number = first; number <= std::min(last, most_descriptors_closed_one_by_one); ++number) ::close(number);
}

/// Closes all descriptors but those of the program: a socket of the harness would stay open as long as the keeper.
void close_all_but(KeptProgram const& program) {
  std::array<int, 8> kept = {program.input,  program.output, program.errors,       program.start_failure,
                             program.ending, program.leash,  program.network.user, program.network.network};
  std::sort(kept.begin(), kept.end());
  int next = 0;
  for (int const number : kept) {
    close_range_or_each(next, number - 1);
    next = number + 1;
  }
  close_range_or_each(next, static_cast<int>(~0U >> 1U));
}

void forget_signal_handling() {
  // None ignored that a shell or test runner above us may have ignored.
  for (int const signal_number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD, SIGXFSZ}) {
    ::signal(signal_number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  set_mask(SIG_SETMASK, none);
}

void limit_own_means(std::uint64_t max_file_bytes) {
  rlimit const file_size{.rlim_cur = max_file_bytes, .rlim_max = max_file_bytes};
  ::setrlimit(RLIMIT_FSIZE, &file_size);
  rlimit const no_core_file{.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_CORE, &no_core_file);
  // Root could look into every process otherwise; for others there is nothing to drop.
  ::prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE);
}

[[noreturn]] void tell_start_failure(KeptProgram const& program, int failure) {
  [[maybe_unused]] ssize_t const written = ::write(program.start_failure, &failure, sizeof failure);
  ::_exit(exit_of_a_program_that_did_not_start);
}

[[noreturn]] void become(KeptProgram const& program) {
  ::setpgid(0, 0);
  // First of all, since the death signal may be forgotten where rights change.
  if (int const failure = enter_network(program.network); failure != 0) tell_start_failure(program, -failure);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(program.input, STDIN_FILENO);
  ::dup2(program.output, STDOUT_FILENO);
  ::dup2(program.errors, STDERR_FILENO);
  forget_signal_handling();
  limit_own_means(program.max_file_bytes);
  ::execve(program.path, program.arguments, program.environment);
  tell_start_failure(program, errno);
}

/// Tells of the end of `child` once, and gives the ids of all others that ended back; `child` keeps its own, so that
/// its group cannot become a stranger's. Returns whether `child` has ended.
bool take_endings(pid_t child, int ending) {
  while (true) {
    siginfo_t end{};
    if (::waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_pid == 0) return false;
    if (end.si_pid == child) {
      KeptEnding const told{.code = end.si_code, .status = end.si_status};
      [[maybe_unused]] ssize_t const written = ::write(ending, &told, sizeof told);
      return true;
    }
    ::waitpid(end.si_pid, nullptr, 0);
  }
}

void watch(pid_t child, KeptProgram const& program, int signals) {
  bool has_ended = take_endings(child, program.ending);
  while (true) {
    pollfd events[] = {{.fd = program.leash, .events = POLLIN, .revents = 0},
                       {.fd = has_ended ? -1 : signals, .events = POLLIN, .revents = 0}};
    ::poll(events, std::size(events), -1);
    if (events[0].revents != 0) return;
    signalfd_siginfo ignored;
    if (::read(signals, &ignored, sizeof ignored) > 0 && !has_ended) has_ended = take_endings(child, program.ending);
  }
}

void kill_own_child(ProcessEntry entry, void* own_id) {
  if (entry.parent != *static_cast<pid_t*>(own_id)) return;
  ::kill(-entry.id, SIGKILL);
  ::kill(entry.id, SIGKILL);
}

time_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/// Kills the group of `child`, then every child; theirs become ours and are met in the next pass.
void clear_away(pid_t child) {
  ::kill(-child, SIGKILL);
  pid_t own_id = ::getpid();
  time_t const deadline = now() + seconds_to_clear_away;
  while (now() <= deadline) {
    visit_processes(kill_own_child, &own_id);
    pid_t ended = 0;
    do {
      ended = ::waitpid(-1, nullptr, WNOHANG);
    } while (ended > 0);
    if (ended < 0 && errno == ECHILD) return;
    ::poll(nullptr, 0, milliseconds_between_passes);
  }
}

}  // namespace
}  // namespace keeper

void keep_program(KeptProgram const& program) {
  sigset_t all;
  sigfillset(&all);
  keeper::set_mask(SIG_BLOCK, all);
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "adapter-keeper");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  keeper::close_all_but(program);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  // An ignored SIGCHLD would take the endings away before they are seen.
  ::signal(SIGCHLD, SIG_DFL);
  int const signals = ::signalfd(-1, &child_signal, SFD_NONBLOCK | SFD_CLOEXEC);
  pid_t const child = ::fork();
  if (child == 0) keeper::become(program);
  if (child < 0) keeper::tell_start_failure(program, errno);
  for (int const number : {program.input, program.output, program.errors, program.start_failure, program.network.user,
                           program.network.network})
    ::close(number);
  keeper::watch(child, program, signals);
  keeper::clear_away(child);
  ::_exit(0);
}

void close_to_other_programs() {
  ::prctl(PR_SET_DUMPABLE, 0);
}

}  // namespace conformance
