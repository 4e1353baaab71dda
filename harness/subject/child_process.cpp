#include "harness/subject/child_process.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "harness/subject/forking.hpp"
#include "harness/subject/keeper.hpp"

namespace conformance {
namespace child_process {
namespace {

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

std::string describe(KeptEnding const& end) {
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

}  // namespace
}  // namespace child_process

ChildProcess::ChildProcess(std::vector<std::string> words, std::vector<std::string> environment,
                           ChildLimits const& limits) {
  if (words.empty()) throw ChildStartError("the command is empty");
  std::string const program = child_process::find_program(words.front());
  std::vector<char*> const arguments = child_process::pointers_to(words);
  std::vector<char*> const variables = child_process::pointers_to(environment);
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
  KeptProgram const kept{.path = program.c_str(),
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
  if (keeper_ < 0) throw ChildStartError(child_process::spawn_failure(program, errno));
  start_failure.write_end.close();
  int const failure = child_process::start_failure_in(start_failure.read_end);
  if (failure != 0) {
    leash.write_end.close();
    wait_for_child(keeper_);
    throw ChildStartError(child_process::spawn_failure(program, failure));
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
  if (::poll(&cleared_away, 1, child_process::milliseconds_to_clear_away) != 1) ::kill(keeper_, SIGKILL);
  wait_for_child(keeper_);
}

std::string ChildProcess::ending() {
  if (!ending_.empty()) return ending_;
  KeptEnding end;
  ssize_t const count = ::read(ending_notice_.number(), &end, sizeof end);
  if (count == sizeof end) ending_ = child_process::describe(end);
  if (count == 0) ending_ = "was left alone (it killed the process that looks after it)";
  return ending_;
}

void ChildProcess::kill_all() {
  leash_.close();
}

}  // namespace conformance
