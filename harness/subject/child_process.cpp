#include "harness/subject/child_process.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace conformance {
namespace child_process {
namespace {

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
  if (error == ENOEXEC) return fmt::format("{} is no program: it has neither a known format nor a #! line", program);
  return fmt::format("{} cannot be run: {}", program, std::strerror(error));
}

/// The null-terminated array that posix_spawn wants; it points into `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The three standard streams of the new program, and no other descriptor.
class StandardStreams {
 public:
  StandardStreams(FileDescriptor const& input, FileDescriptor const& output, FileDescriptor const& errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors.number(), STDERR_FILENO);
    // Sockets that a library opened without the close-on-exec flag would stay open as long as the program lives.
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
  }
  ~StandardStreams() { posix_spawn_file_actions_destroy(&actions_); }
  StandardStreams(StandardStreams const&) = delete;
  StandardStreams& operator=(StandardStreams const&) = delete;
  [[nodiscard]] posix_spawn_file_actions_t const* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// A group of its own, no blocked signal, and none ignored that a shell or test runner above us may have ignored.
class OwnGroup {
 public:
  OwnGroup() {
    sigset_t none;
    sigemptyset(&none);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (int const signal_number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD}) {
      sigaddset(&defaults, signal_number);
    }
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
  }
  ~OwnGroup() { posix_spawnattr_destroy(&attributes_); }
  OwnGroup(OwnGroup const&) = delete;
  OwnGroup& operator=(OwnGroup const&) = delete;
  [[nodiscard]] posix_spawnattr_t const* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

pid_t spawn(std::vector<std::string> words, std::vector<std::string> environment, StandardStreams const& streams) {
  if (words.empty()) throw ChildStartError("the command is empty");
  std::string const program = find_program(words.front());
  std::vector<char*> const arguments = pointers_to(words);
  std::vector<char*> const variables = pointers_to(environment);
  OwnGroup const group;
  pid_t pid = -1;
  int const error =
      ::posix_spawn(&pid, program.c_str(), streams.get(), group.get(), arguments.data(), variables.data());
  if (error != 0) throw ChildStartError(spawn_failure(program, error));
  return pid;
}

std::string describe(siginfo_t const& end) {
  if (end.si_code == CLD_EXITED) return fmt::format("exited with status {}", end.si_status);
  return fmt::format("was ended by signal {} ({})", end.si_status, ::strsignal(end.si_status));
}

}  // namespace
}  // namespace child_process

ChildProcess::ChildProcess(std::vector<std::string> const& words, std::vector<std::string> const& environment) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  Pipe notice = make_pipe();
  set_nonblocking(input.write_end);
  set_nonblocking(output.read_end);
  set_nonblocking(errors.read_end);
  pid_ = child_process::spawn(words, environment,
                              child_process::StandardStreams(input.read_end, output.write_end, errors.write_end));
  input_ = std::move(input.write_end);
  output_ = std::move(output.read_end);
  errors_ = std::move(errors.read_end);
  end_notice_ = std::move(notice.read_end);
  waiter_ = std::thread([this, end = std::move(notice.write_end)]() mutable { wait_for_end(std::move(end)); });
}

ChildProcess::~ChildProcess() {
  kill_group();
  waiter_.join();
  // Only now is the process id given back, so that kill_group never met a stranger.
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string ChildProcess::ending() const {
  std::lock_guard const lock(mutex_);
  return ending_;
}

void ChildProcess::kill_group() const {
  ::kill(-pid_, SIGKILL);
}

void ChildProcess::wait_for_end(FileDescriptor notice) {
  block_signals_in_this_thread();
  siginfo_t end{};
  int outcome = -1;
  do {
    outcome = ::waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOWAIT);
  } while (outcome < 0 && errno == EINTR);
  {
    std::lock_guard const lock(mutex_);
    ending_ = outcome == 0 ? child_process::describe(end) : "ended";
  }
  notice.close();
}

}  // namespace conformance
