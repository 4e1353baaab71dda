#include "harness/judge/subject/child_process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
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
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>

namespace conformance {
namespace {

// Up to and with keep_program: what runs in a process made by fork, which may allocate nothing and take no lock.

constexpr std::size_t bytes_of_names = std::size_t{32} * 1024;
constexpr std::size_t bytes_of_a_state = 512;
constexpr std::size_t longest_path = 64;

/// The number that a text begins with; 0 when it begins with none.
pid_t leading_number(std::string_view text) {
  pid_t number = 0;
  for (char const character : text) {
    if (character < '0' || character > '9') break;
    number = number * 10 + (character - '0');
  }
  return number;
}

/// The parent in "12 (any name) S 7 …"; 0 when the process is gone.
pid_t parent_of(char const* name) {
  char path[longest_path] = "/proc/";
  std::strncat(path, name, longest_path / 2);
  std::strcat(path, "/stat");
  int const file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char bytes[bytes_of_a_state];
  ssize_t const count = ::read(file, bytes, sizeof bytes);
  ::close(file);
  std::string_view const state(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  // A program may call itself ") S 1", so the last parenthesis counts.
  std::size_t const end_of_name = state.rfind(')');
  constexpr std::size_t to_parent = 4;
  if (end_of_name == std::string_view::npos || end_of_name + to_parent >= state.size()) return 0;
  return leading_number(state.substr(end_of_name + to_parent));
}

/// A program to keep, prepared before the fork: afterwards nothing may be allocated. The descriptors are our ends'
/// opposites, all close-on-exec.
struct SupervisedProgram {
  char const* path = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  int input = -1;
  int output = -1;
  int errors = -1;
  /// Written when the program could not be started, else closed unwritten: the errno (int), negative when it is that of
  /// entering the network.
  int start_failure = -1;
  int ending = -1;  ///< written: a KeptEnding as soon as the program has ended; closed when all is cleared away
  int leash = -1;   ///< read: its end tells the keeper to clear away
  std::uint64_t max_file_bytes = 0;
  NetworkEntry network = {};
};

/// How the program ended: `si_code` and `si_status` of waitid.
struct KeptEnding {
  int code = 0;
  int status = 0;
};

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
void close_all_but(SupervisedProgram const& program) {
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

[[noreturn]] void tell_start_failure(SupervisedProgram const& program, int failure) {
  [[maybe_unused]] ssize_t const written = ::write(program.start_failure, &failure, sizeof failure);
  ::_exit(exit_of_a_program_that_did_not_start);
}

[[noreturn]] void become_program(SupervisedProgram const& program) {
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
      KeptEnding const kept{.code = end.si_code, .status = end.si_status};
      [[maybe_unused]] ssize_t const written = ::write(ending, &kept, sizeof kept);
      return true;
    }
    ::waitpid(end.si_pid, nullptr, 0);
  }
}

void watch_program(pid_t child, SupervisedProgram const& program, int signals) {
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

time_t monotonic_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/// Kills the group of `child`, then every child; theirs become ours and are met in the next pass.
void clear_away(pid_t child) {
  ::kill(-child, SIGKILL);
  pid_t own_id = ::getpid();
  time_t const deadline = monotonic_seconds() + seconds_to_clear_away;
  while (monotonic_seconds() <= deadline) {
    visit_processes(kill_own_child, &own_id);
    pid_t ended = 0;
    do {
      ended = ::waitpid(-1, nullptr, WNOHANG);
    } while (ended > 0);
    if (ended < 0 && errno == ECHILD) return;
    ::poll(nullptr, 0, milliseconds_between_passes);
  }
}

/// What the child of a fork does: it starts the program in a process group of its own and stays beside it. Whatever the
/// program starts, and wherever that hides, stays below the keeper; when the leash is let go (or whoever held it dies)
/// all of it is killed. Does without memory and locks of the program that forked.
[[noreturn]] void keep_program(SupervisedProgram const& program) {
  sigset_t all;
  sigfillset(&all);
  set_mask(SIG_BLOCK, all);
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "adapter-keeper");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  close_all_but(program);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  // An ignored SIGCHLD would take the endings away before they are seen.
  ::signal(SIGCHLD, SIG_DFL);
  int const signals = ::signalfd(-1, &child_signal, SFD_NONBLOCK | SFD_CLOEXEC);
  pid_t const child = ::fork();
  if (child == 0) become_program(program);
  if (child < 0) tell_start_failure(program, errno);
  for (int const number : {program.input, program.output, program.errors, program.start_failure, program.network.user,
                           program.network.network})
    ::close(number);
  watch_program(child, program, signals);
  clear_away(child);
  ::_exit(0);
}

// Longer than the keeper gives itself.
constexpr int milliseconds_to_clear_away = 8000;

bool is_runnable_file(std::filesystem::path const& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::string program_at(std::string const& path) {
  if (is_runnable_file(path)) return path;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) throw ChildStartError(fmt::format("there is no file {}", path));
  if (std::filesystem::is_directory(path, ignored)) throw ChildStartError(fmt::format("{} is a folder", path));
  throw ChildStartError(fmt::format("{} is not executable; chmod +x makes it so", path));
}

std::string find_program(std::string const& word) {
  if (word.find('/') != std::string::npos) return program_at(word);
  char const* const variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    std::size_t const end = std::min(rest.find(':'), rest.size());
    std::string const folder(rest.substr(0, end));
    std::filesystem::path const candidate = std::filesystem::path(folder.empty() ? "." : folder) / word;
    if (is_runnable_file(candidate)) return candidate.string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  throw ChildStartError(fmt::format("there is no program {} in PATH", word));
}

std::string spawn_failure(std::string const& program, int error) {
  if (error == ENOENT)
    return fmt::format("{} cannot be run: the interpreter that its first line names is missing", program);
  if (error < 0) return fmt::format("{} cannot be run in a network of its own: {}", program, std::strerror(-error));
  if (error == ENOEXEC) return fmt::format("{} is no program: it has neither a known format nor a #! line", program);
  return fmt::format("{} cannot be run: {}", program, std::strerror(error));
}

/// The null-terminated array that execve wants; it points into `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string ending_text(KeptEnding const& end) {
  if (end.code == CLD_EXITED) return fmt::format("exited with status {}", end.status);
  return fmt::format("was ended by signal {} ({})", end.status, ::strsignal(end.status));
}

/// What was written when the program could not be started (KeptProgram::start_failure); 0 when it was started.
int start_failure_in(FileDescriptor const& pipe) {
  int failure = 0;
  ssize_t count = -1;
  do {
    count = ::read(pipe.number(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  return count == sizeof failure ? failure : 0;
}

/// Puts the variables where /proc/PID/environ does not show them: that is the memory in which the program got them,
/// also for root, to whom a process that is not dumpable is no secret.
void move_environment() {
  static std::vector<std::string> texts;
  static std::vector<char*> moved;
  if (environ == nullptr || !moved.empty()) return;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    texts.emplace_back(*variable);
    std::fill_n(*variable, texts.back().size(), '\0');
  }
  moved = pointers_to(texts);
  environ = moved.data();
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> words, std::vector<std::string> environment,
                           ChildLimits const& limits) {
  if (words.empty()) throw ChildStartError("the command is empty");
  std::string const program = find_program(words.front());
  std::vector<char*> const arguments = pointers_to(words);
  std::vector<char*> const variables = pointers_to(environment);
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  Pipe start_failure = make_pipe();
  Pipe ending = make_pipe();
  Pipe leash = make_pipe();
  set_nonblocking(input.write_end);
  set_nonblocking(output.read_end);
  set_nonblocking(errors.read_end);
  set_nonblocking(ending.read_end);
  SupervisedProgram const kept{.path = program.c_str(),
                               .arguments = arguments.data(),
                               .environment = variables.data(),
                               .input = input.read_end.number(),
                               .output = output.write_end.number(),
                               .errors = errors.write_end.number(),
                               .start_failure = start_failure.write_end.number(),
                               .ending = ending.write_end.number(),
                               .leash = leash.read_end.number(),
                               .max_file_bytes = limits.max_file_bytes,
                               .network = limits.network};
  keeper_ = fork_without_signals();
  if (keeper_ == 0) keep_program(kept);
  if (keeper_ < 0) throw ChildStartError(spawn_failure(program, errno));
  start_failure.write_end.close();
  int const failure = start_failure_in(start_failure.read_end);
  if (failure != 0) {
    leash.write_end.close();
    wait_for_child(keeper_);
    throw ChildStartError(spawn_failure(program, failure));
  }
  input_ = std::move(input.write_end);
  output_ = std::move(output.read_end);
  errors_ = std::move(errors.read_end);
  ending_notice_ = std::move(ending.read_end);
  leash_ = std::move(leash.write_end);
}

ChildProcess::~ChildProcess() {
  kill_all();
  // An adapter may have stopped its keeper.
  ::kill(keeper_, SIGCONT);
  pollfd cleared_away{.fd = ending_notice_.number(), .events = 0, .revents = 0};
  if (::poll(&cleared_away, 1, milliseconds_to_clear_away) != 1) ::kill(keeper_, SIGKILL);
  wait_for_child(keeper_);
}

std::string ChildProcess::ending() {
  if (!ending_.empty()) return ending_;
  KeptEnding end;
  ssize_t const count = ::read(ending_notice_.number(), &end, sizeof end);
  if (count == sizeof end) ending_ = ending_text(end);
  if (count == 0) ending_ = "was left alone (it killed the process that looks after it)";
  return ending_;
}

void ChildProcess::kill_all() {
  leash_.close();
}

void close_to_other_programs() {
  ::prctl(PR_SET_DUMPABLE, 0);
  move_environment();
}

void visit_processes(void (*visit)(ProcessEntry entry, void* context), void* context) {
  int const folder = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  alignas(dirent64) char names[bytes_of_names];
  while (true) {
    ssize_t const count = ::getdents64(folder, names, sizeof names);
    if (count <= 0) break;
    for (ssize_t position = 0; position < count;) {
      dirent64 const* const entry = reinterpret_cast<dirent64 const*>(names + position);
      position += entry->d_reclen;
      pid_t const id = leading_number(entry->d_name);
      if (id == 0) continue;
      pid_t const parent = parent_of(entry->d_name);
      if (parent != 0) visit({.id = id, .parent = parent}, context);
    }
  }
  ::close(folder);
}

}  // namespace conformance
