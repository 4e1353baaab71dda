#include "prompty/tools/child_process.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <utility>

namespace prompty {
namespace child_process {
namespace {

constexpr std::array<char const*, 12> inherited{"HOME",  "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH",
                                                "SHELL", "TERM", "TMPDIR", "TZ",       "USER",    "XDG_RUNTIME_DIR"};

/// The int that was written into the other end; nothing when that was closed without.
std::optional<int> number_in(FileDescriptor const& end) {
  int number = 0;
  ssize_t count = -1;
  do {
    count = ::read(end.get(), &number, sizeof number);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof number) ? std::optional<int>(number) : std::nullopt;
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

ChildProcess::ChildProcess(KeptProgram const& program) {
  Pipe to_child = make_pipe();
  Pipe from_child = make_pipe();
  Pipe errors_of_child = make_pipe();
  Pipe start = make_pipe();
  auto [ours, theirs] = make_socket_pair();
  set_not_blocking(to_child.write);
  set_not_blocking(from_child.read);
  set_not_blocking(errors_of_child.read);

  keeper_ = start_kept(program, {.input = to_child.read.get(),
                                 .output = from_child.write.get(),
                                 .errors = errors_of_child.write.get(),
                                 .start_failure = start.write.get(),
                                 .leash = theirs.get()});
  if (keeper_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  input = std::move(to_child.write);
  output = std::move(from_child.read);
  errors = std::move(errors_of_child.read);
  leash_ = std::move(ours);
  start.write.close();
  theirs.close();
  if (std::optional<int> const failure = child_process::number_in(start.read)) {
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
  release_kept(leash_.get(), grace);
  // Its keeper tells how it ended, since whoever has this process ignore the ends of its children cannot ask the
  // system. A keeper that dies without a word was killed, and the program with it.
  status_ = child_process::number_in(leash_).value_or(SIGKILL);
  leash_.close();
  while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) continue;
  keeper_ = -1;
}

std::string ChildProcess::how_it_ended() const {
  return WIFEXITED(status_) ? fmt::format("exit status {}", WEXITSTATUS(status_))
                            : fmt::format("signal {}", WTERMSIG(status_));
}

int ChildProcess::exit_code() const {
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

}  // namespace prompty
