#include "prompty/tools/child_process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <system_error>

namespace prompty {
namespace {

[[noreturn]] void fail(char const* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

/// The same end, out of the way of the standard streams: a host may have closed its own.
FileDescriptor above_standard_streams(FileDescriptor end) {
  if (end.get() > STDERR_FILENO) return end;
  FileDescriptor high(::fcntl(end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!high.is_open()) fail("fcntl");
  return high;
}

/// Two connected sockets; otherwise as `make_pipe`.
std::pair<FileDescriptor, FileDescriptor> make_socket_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  FileDescriptor one(ends[0]);
  FileDescriptor other(ends[1]);
  return {above_standard_streams(std::move(one)), above_standard_streams(std::move(other))};
}

// In a fork of a program with threads nothing may be allocated and no lock be taken before the exec or the exit: down
// to `run_keeper`, what follows makes system calls only.

constexpr int exit_code_of_failed_start = 127;
constexpr long milliseconds_to_kill_all = 5000;
constexpr int milliseconds_between_passes = 2;
constexpr int max_descriptors_closed_one_by_one = 65536;
// The keeper has one thread.
constexpr char const* children_file = "/proc/thread-self/children";

/// The other ends of what a program and its keeper get, all close-on-exec and above the standard streams.
struct KeptStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
  int start_failure = -1;  ///< written: the errno (int) of a program that could not be started; closed when it was
  int leash = -1;
};

/// What a keeper needs, in the types of the system calls.
struct KeeperTask {
  char* const* words;
  char* const* variables;  ///< null for those of this process
  SuperviseUntil until;
  int grace;
  KeptStreams streams;
};

[[noreturn]] void report_start_failure(KeptStreams const& streams, int failure) {
  [[maybe_unused]] ssize_t const written = ::write(streams.start_failure, &failure, sizeof failure);
  ::_exit(exit_code_of_failed_start);
}

/// As after a start from a shell: no signal is blocked or ignored.
void reset_signal_handling() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_range_or_each(int first, int last) {
  if (first > last) return;
  if (::syscall(SYS_close_range, first, last, 0) == 0) return;
  for (int number = first; number <= std::min(last, max_descriptors_closed_one_by_one); ++number) ::close(number);
}

/// Closes all from `first` on except `kept`.
void close_from(int first, int kept) {
  close_range_or_each(first, kept - 1);
  close_range_or_each(kept + 1, INT_MAX);
}

[[noreturn]] void exec_program(KeeperTask const& task) {
  ::setpgid(0, 0);
  // A program may kill its keeper.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(task.streams.input, STDIN_FILENO);
  ::dup2(task.streams.output, STDOUT_FILENO);
  ::dup2(task.streams.errors, STDERR_FILENO);
  reset_signal_handling();
  if (task.variables == nullptr) {
    ::execvp(task.words[0], task.words);
  } else {
    close_from(STDERR_FILENO + 1, task.streams.start_failure);
    ::execvpe(task.words[0], task.words, task.variables);
  }
  report_start_failure(task.streams, errno);
}

/// Calls `use` with the process id of every current child.
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

/// Reaps the orphans of the program, which became children of the keeper. The program itself is not reaped, so that the
/// id of its group cannot be reused.
void reap_orphans(Watched const& watched) {
  signalfd_siginfo info{};
  [[maybe_unused]] ssize_t const size = ::read(watched.endings, &info, sizeof info);
  for_each_child([&](pid_t child) {
    if (child != watched.program) ::waitpid(child, nullptr, WNOHANG);
  });
}

bool has_ended(pid_t program) {
  siginfo_t ending{};
  return ::waitid(P_PID, static_cast<id_t>(program), &ending, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ending.si_pid == program;
}

/// The milliseconds that `ChildProcess::end` has sent, or `otherwise` when the leash was closed without a message.
int received_grace(int leash, int otherwise) {
  int grace = 0;
  return ::recv(leash, &grace, sizeof grace, MSG_DONTWAIT) == sizeof grace ? grace : otherwise;
}

/// Waits until the program has to end; returns the milliseconds that it may take.
int wait_for_the_end(Watched const& watched, KeeperTask const& task) {
  while (true) {
    if (task.until == SuperviseUntil::program_ends && has_ended(watched.program)) return 0;
    std::array<pollfd, 2> polled = {pollfd{task.streams.leash, POLLIN, 0}, pollfd{watched.endings, POLLIN, 0}};
    ::poll(polled.data(), polled.size(), -1);
    if (polled[1].revents != 0) reap_orphans(watched);
    if (polled[0].revents != 0) return received_grace(task.streams.leash, task.grace);
  }
}

bool ends_within(Watched const& watched, int milliseconds) {
  long const deadline = now() + milliseconds;
  while (!has_ended(watched.program)) {
    long const left = deadline - now();
    if (left <= 0) return false;
    pollfd polled{watched.endings, POLLIN, 0};
    if (::poll(&polled, 1, static_cast<int>(left)) > 0) reap_orphans(watched);
  }
  return true;
}

/// Kills the group of the program, then every child; their children become ours and are killed in the next pass.
/// Returns the status of the program as waitpid gives it.
int kill_all(pid_t program) {
  ::kill(-program, SIGKILL);
  int ending = SIGKILL;
  long const deadline = now() + milliseconds_to_kill_all;
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

[[noreturn]] void run_keeper(KeeperTask const& task) {
  // Ctrl-C in the terminal is for us alone.
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "prompty-keeper");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // The host may ignore SIGCHLD.
  ::signal(SIGCHLD, SIG_DFL);
  pid_t const program = ::fork();
  if (program == 0) exec_program(task);
  if (program < 0) report_start_failure(task.streams, errno);
  // Our pipes and sockets, the leashes of other keepers among them, would stay open as long as the keeper.
  close_from(0, task.streams.leash);
  Watched const watched{.program = program, .endings = open_endings()};
  int const grace = wait_for_the_end(watched, task);
  if (grace > 0 && !ends_within(watched, grace)) {
    ::kill(-program, SIGTERM);
    static_cast<void>(ends_within(watched, grace));
  }
  int const ending = kill_all(program);
  ::send(task.streams.leash, &ending, sizeof ending, MSG_NOSIGNAL | MSG_DONTWAIT);
  ::_exit(0);
}

/// The argument of execve; valid as long as the texts.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int whole_milliseconds(std::chrono::milliseconds time) {
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(time.count(), 0, INT_MAX));
}

/// Starts a keeper; -1 with errno on failure.
pid_t start_keeper(SupervisedProgram const& program, KeptStreams const& streams) {
  std::vector<std::string> words = program.words;
  std::vector<std::string> variables;
  if (program.environment) {
    for (auto const& [name, value] : *program.environment) variables.push_back(fmt::format("{}={}", name, value));
  }
  std::vector<char*> const word_pointers = pointers_to(words);
  std::vector<char*> const variable_pointers = pointers_to(variables);
  KeeperTask const task{.words = word_pointers.data(),
                        .variables = program.environment ? variable_pointers.data() : nullptr,
                        .until = program.until,
                        .grace = whole_milliseconds(program.grace),
                        .streams = streams};
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // No signal handler of ours may run in the keeper.
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t const keeper = ::fork();
  if (keeper == 0) run_keeper(task);
  int const error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return keeper;
}

/// The int that was written into the other end; nothing when that was closed without one.
std::optional<int> read_int(FileDescriptor const& end) {
  int number = 0;
  ssize_t count = -1;
  do {
    count = ::read(end.get(), &number, sizeof number);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof number) ? std::optional<int>(number) : std::nullopt;
}

}  // namespace

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  return {.read = above_standard_streams(std::move(read)), .write = above_standard_streams(std::move(write))};
}

void set_not_blocking(FileDescriptor const& end) {
  if (::fcntl(end.get(), F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
}

std::map<std::string, std::string> environment_of(StdioServer const& server, Environment const& own) {
  static constexpr std::array<char const*, 12> inherited{"HOME",    "LANG", "LC_ALL", "LC_CTYPE",
                                                         "LOGNAME", "PATH", "SHELL",  "TERM",
                                                         "TMPDIR",  "TZ",   "USER",   "XDG_RUNTIME_DIR"};
  std::map<std::string, std::string> variables = server.environment;
  for (char const* const name : inherited) {
    if (std::optional<std::string> value = own(name)) variables.emplace(name, *std::move(value));
  }
  return variables;
}

ChildProcess::ChildProcess(SupervisedProgram const& program) {
  Pipe to_child = make_pipe();
  Pipe from_child = make_pipe();
  Pipe errors_of_child = make_pipe();
  Pipe start = make_pipe();
  auto [ours, theirs] = make_socket_pair();
  set_not_blocking(to_child.write);
  set_not_blocking(from_child.read);
  set_not_blocking(errors_of_child.read);

  keeper_ = start_keeper(program, {.input = to_child.read.get(),
                                   .output = from_child.write.get(),
                                   .errors = errors_of_child.write.get(),
                                   .start_failure = start.write.get(),
                                   .leash = theirs.get()});
  if (keeper_ < 0) fail("fork");
  input = std::move(to_child.write);
  output = std::move(from_child.read);
  errors = std::move(errors_of_child.read);
  leash_ = std::move(ours);
  start.write.close();
  theirs.close();
  if (std::optional<int> const failure = read_int(start.read)) {
    end(std::chrono::milliseconds(0));
    throw std::system_error(*failure, std::generic_category(), "exec");
  }
}

ChildProcess::~ChildProcess() {
  end(std::chrono::milliseconds(0));
}

void ChildProcess::end(std::chrono::milliseconds grace) {
  if (keeper_ < 0) return;
  input.close();
  int const milliseconds = whole_milliseconds(grace);
  ::send(leash_.get(), &milliseconds, sizeof milliseconds, MSG_NOSIGNAL | MSG_DONTWAIT);
  // The keeper sends the status, since a process that ignores SIGCHLD cannot get it by waitpid. A keeper that sends
  // nothing was killed, and the program with it.
  status_ = read_int(leash_).value_or(SIGKILL);
  leash_.close();
  while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) continue;
  keeper_ = -1;
}

std::string ChildProcess::exit_description() const {
  return WIFEXITED(status_) ? fmt::format("exit status {}", WEXITSTATUS(status_))
                            : fmt::format("signal {}", WTERMSIG(status_));
}

int ChildProcess::exit_code() const {
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

}  // namespace prompty
