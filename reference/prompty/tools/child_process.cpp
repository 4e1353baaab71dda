#include "prompty/tools/child_process.hpp"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace prompty {
namespace child_process {
namespace {

constexpr std::array<char const*, 12> inherited{"HOME",  "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH",
                                                "SHELL", "TERM", "TMPDIR", "TZ",       "USER",    "XDG_RUNTIME_DIR"};

void check(int error, char const* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

/// The texts as execve wants them; valid as long as they are.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

class FileActions {
 public:
  FileActions(int input, int output, int errors) {
    check(::posix_spawn_file_actions_init(&value), "posix_spawn");
    check(::posix_spawn_file_actions_adddup2(&value, input, STDIN_FILENO), "posix_spawn");
    check(::posix_spawn_file_actions_adddup2(&value, output, STDOUT_FILENO), "posix_spawn");
    check(::posix_spawn_file_actions_adddup2(&value, errors, STDERR_FILENO), "posix_spawn");
    check(::posix_spawn_file_actions_addclosefrom_np(&value, STDERR_FILENO + 1), "posix_spawn");
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&value); }
  FileActions(FileActions const&) = delete;
  FileActions& operator=(FileActions const&) = delete;

  posix_spawn_file_actions_t value{};
};

/// A process group of its own, and the signals as a program finds them when a person starts it.
class Attributes {
 public:
  Attributes() {
    check(::posix_spawnattr_init(&value), "posix_spawn");
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    check(::posix_spawnattr_setsigmask(&value, &none), "posix_spawn");
    check(::posix_spawnattr_setsigdefault(&value, &all), "posix_spawn");
    check(::posix_spawnattr_setpgroup(&value, 0), "posix_spawn");
    check(::posix_spawnattr_setflags(&value, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF),
          "posix_spawn");
  }
  ~Attributes() { ::posix_spawnattr_destroy(&value); }
  Attributes(Attributes const&) = delete;
  Attributes& operator=(Attributes const&) = delete;

  posix_spawnattr_t value{};
};

std::string describe(int status) {
  if (WIFEXITED(status)) return fmt::format("exit status {}", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return "for an unknown reason";
}

}  // namespace
}  // namespace child_process

std::map<std::string, std::string> environment_of(StdioServer const& server, Environment const& own) {
  std::map<std::string, std::string> variables = server.environment;
  for (char const* const name : child_process::inherited) {
    if (std::optional<std::string> value = own(name)) variables.emplace(name, *std::move(value));
  }
  return variables;
}

ChildProcess::ChildProcess(std::string const& command, std::vector<std::string> const& arguments,
                           std::map<std::string, std::string> const& environment) {
  Pipe to_child = make_pipe();
  Pipe from_child = make_pipe();
  Pipe errors_of_child = make_pipe();
  set_not_blocking(to_child.write);
  set_not_blocking(from_child.read);
  set_not_blocking(errors_of_child.read);

  std::vector<std::string> words{command};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables;
  for (auto const& [name, value] : environment) variables.push_back(fmt::format("{}={}", name, value));
  child_process::FileActions const actions(to_child.read.get(), from_child.write.get(), errors_of_child.write.get());
  child_process::Attributes const attributes;
  child_process::check(
      ::posix_spawnp(&id_, command.c_str(), &actions.value, &attributes.value, child_process::pointers_to(words).data(),
                     child_process::pointers_to(variables).data()),
      "posix_spawn");
  input = std::move(to_child.write);
  output = std::move(from_child.read);
  errors = std::move(errors_of_child.read);
}

ChildProcess::~ChildProcess() {
  end(std::chrono::milliseconds(0));
}

std::string const& ChildProcess::end(std::chrono::milliseconds grace) {
  if (id_ < 0) return ending_;
  input.close();
  if (!ends_within(grace)) {
    ::kill(-id_, SIGTERM);
    static_cast<void>(ends_within(grace));
  }
  // The process itself is not reaped before this, so that the number of its group is still its own.
  ::kill(-id_, SIGKILL);
  int status = 0;
  pid_t reaped = -1;
  do {
    reaped = ::waitpid(id_, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  ending_ = reaped < 0 ? "for an unknown reason" : child_process::describe(status);
  id_ = -1;
  return ending_;
}

bool ChildProcess::ends_within(std::chrono::milliseconds grace) const {
  constexpr std::chrono::milliseconds pause(2);
  std::chrono::steady_clock::time_point const deadline = std::chrono::steady_clock::now() + grace;
  while (true) {
    siginfo_t information{};
    // Whoever has this process ignore its children's ends gets none of them; then there is nothing to wait for.
    if (::waitid(P_PID, static_cast<id_t>(id_), &information, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
    if (information.si_pid == id_) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace prompty
