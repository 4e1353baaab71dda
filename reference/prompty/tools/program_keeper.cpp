#include "prompty/tools/program_keeper.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>

namespace prompty {
namespace program_keeper {
namespace {

// Between a fork in a program with threads and the exec or the end nothing may be allocated and no lock be taken: what
// follows makes system calls only.

constexpr int exit_of_a_program_that_did_not_start = 127;
constexpr long milliseconds_to_clear_away = 5000;
constexpr int milliseconds_between_passes = 2;
constexpr int most_descriptors_closed_one_by_one = 65536;
// Of this process itself, which has one thread.
constexpr char const* children_file = "/proc/thread-self/children";

/// What a keeper has to do, as system calls want it.
struct Order {
  char* const* words;
  char* const* variables;  ///< null for those of this process
  KeptUntil until;
  int grace;
  KeptStreams streams;
};

[[noreturn]] void tell_start_failure(KeptStreams const& streams, int failure) {
  [[maybe_unused]] ssize_t const written = ::write(streams.start_failure, &failure, sizeof failure);
  ::_exit(exit_of_a_program_that_did_not_start);
}

/// As a program finds the signals when a person starts it: none blocked, and none ignored.
void forget_signal_handling() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_range_or_each(int first, int last) {
  if (first > last) return;
  if (::syscall(SYS_close_range, first, last, 0) == 0) return;
  for (int number = first; number <= std::min(last, most_descriptors_closed_one_by_one); ++number) ::close(number);
}

/// Closes what is not below `first`, save for `kept`.
void close_from(int first, int kept) {
  close_range_or_each(first, kept - 1);
  close_range_or_each(kept + 1, INT_MAX);
}

[[noreturn]] void become(Order const& order) {
  ::setpgid(0, 0);
  // A program may kill its keeper.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(order.streams.input, STDIN_FILENO);
  ::dup2(order.streams.output, STDOUT_FILENO);
  ::dup2(order.streams.errors, STDERR_FILENO);
  forget_signal_handling();
  if (order.variables == nullptr) {
    ::execvp(order.words[0], order.words);
  } else {
    close_from(STDERR_FILENO + 1, order.streams.start_failure);
    ::execvpe(order.words[0], order.words, order.variables);
  }
  tell_start_failure(order.streams, errno);
}

/// Hands the number of every child that there is now to `use`.
template <class Use>
void for_each_child(Use const& use) {
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
        if (child > 0) use(child);
        child = 0;
      }
    }
  }
  ::close(file);
}

long now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000L + time.tv_nsec / 1'000'000L;
}

/// The program, and a descriptor that is readable when a child has ended.
struct Watched {
  pid_t program;
  int endings;
};

int open_endings() {
  sigset_t endings;
  sigemptyset(&endings);
  sigaddset(&endings, SIGCHLD);
  return ::signalfd(-1, &endings, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// Reaps whom the program's children left to us. The program itself is not reaped, so that the number of its group is
/// still its own.
void reap_others(Watched const& watched) {
  signalfd_siginfo told{};
  [[maybe_unused]] ssize_t const size = ::read(watched.endings, &told, sizeof told);
  for_each_child([&](pid_t child) {
    if (child != watched.program) ::waitpid(child, nullptr, WNOHANG);
  });
}

bool has_ended(pid_t program) {
  siginfo_t ending{};
  return ::waitid(P_PID, static_cast<id_t>(program), &ending, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ending.si_pid == program;
}

/// The milliseconds that the leash grants, or `otherwise` when it ended without a word.
int grace_on(int leash, int otherwise) {
  int grace = 0;
  return ::recv(leash, &grace, sizeof grace, MSG_DONTWAIT) == sizeof grace ? grace : otherwise;
}

/// Waits until the program has to end, and gives the milliseconds that it may take.
int wait_for_the_end(Watched const& watched, Order const& order) {
  while (true) {
    if (order.until == KeptUntil::program_ends && has_ended(watched.program)) return 0;
    std::array<pollfd, 2> polled = {pollfd{order.streams.leash, POLLIN, 0}, pollfd{watched.endings, POLLIN, 0}};
    ::poll(polled.data(), polled.size(), -1);
    if (polled[1].revents != 0) reap_others(watched);
    if (polled[0].revents != 0) return grace_on(order.streams.leash, order.grace);
  }
}

bool ends_within(Watched const& watched, int milliseconds) {
  long const deadline = now() + milliseconds;
  while (!has_ended(watched.program)) {
    long const left = deadline - now();
    if (left <= 0) return false;
    pollfd polled{watched.endings, POLLIN, 0};
    if (::poll(&polled, 1, static_cast<int>(left)) > 0) reap_others(watched);
  }
  return true;
}

/// Kills the group of the program, then every child; theirs become ours and are met in the next pass. Gives how the
/// program ended.
int clear_away(pid_t program) {
  ::kill(-program, SIGKILL);
  int ending = SIGKILL;
  long const deadline = now() + milliseconds_to_clear_away;
  while (now() <= deadline) {
    for_each_child([](pid_t child) { ::kill(child, SIGKILL); });
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == program) ending = status;
    }
    if (ended < 0 && errno == ECHILD) break;
    ::poll(nullptr, 0, milliseconds_between_passes);
  }
  return ending;
}

[[noreturn]] void keep(Order const& order) {
  // Not in the group of the terminal, whose Ctrl-C is for us.
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "prompty-keeper");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Where we ignore the ends of our children, the keeper must not.
  ::signal(SIGCHLD, SIG_DFL);
  pid_t const program = ::fork();
  if (program == 0) become(order);
  if (program < 0) tell_start_failure(order.streams, errno);
  // Pipes and sockets of ours would stay open as long as the keeper, leashes of other keepers among them.
  close_from(0, order.streams.leash);
  Watched const watched{.program = program, .endings = open_endings()};
  int const grace = wait_for_the_end(watched, order);
  if (grace > 0 && !ends_within(watched, grace)) {
    ::kill(-program, SIGTERM);
    static_cast<void>(ends_within(watched, grace));
  }
  int const ending = clear_away(program);
  ::send(order.streams.leash, &ending, sizeof ending, MSG_NOSIGNAL | MSG_DONTWAIT);
  ::_exit(0);
}

/// The texts as execve wants them; valid as long as they are.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int whole_milliseconds(std::chrono::milliseconds time) {
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(time.count(), 0, INT_MAX));
}

}  // namespace
}  // namespace program_keeper

pid_t start_kept(KeptProgram const& program, KeptStreams const& streams) {
  std::vector<std::string> words = program.words;
  std::vector<std::string> variables;
  if (program.environment) {
    for (auto const& [name, value] : *program.environment) variables.push_back(fmt::format("{}={}", name, value));
  }
  std::vector<char*> const word_pointers = program_keeper::pointers_to(words);
  std::vector<char*> const variable_pointers = program_keeper::pointers_to(variables);
  program_keeper::Order const order{.words = word_pointers.data(),
                                    .variables = program.environment ? variable_pointers.data() : nullptr,
                                    .until = program.until,
                                    .grace = program_keeper::whole_milliseconds(program.grace),
                                    .streams = streams};
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // No handler of ours may run in the keeper.
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t const keeper = ::fork();
  if (keeper == 0) program_keeper::keep(order);
  int const error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return keeper;
}

void release_kept(int leash, std::chrono::milliseconds grace) {
  int const milliseconds = program_keeper::whole_milliseconds(grace);
  ::send(leash, &milliseconds, sizeof milliseconds, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace prompty
