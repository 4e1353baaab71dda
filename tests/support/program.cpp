#include "support/program.hpp"
#include "support/places.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "support/sanitizers.hpp"

namespace prompty_tests {
namespace {

using Clock = std::chrono::steady_clock;

// A sanitized program takes ten times as long.
constexpr int slowness = has_sanitizer ? 10 : 1;

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  return {.read = ends[0], .write = ends[1]};
}

pid_t start(std::vector<std::string> const& words, int out, int err) {
  std::vector<char*> arguments;
  for (std::string const& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t const process = ::fork();
  if (process != 0) return process;
  // As at a terminal, whatever started the tests in the background.
  ::signal(SIGINT, SIG_DFL);
  int const nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  if (err >= 0) ::dup2(err, STDERR_FILENO);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

int remaining_ms(Clock::time_point deadline) {
  auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

int exit_code_of(pid_t process, rusage* used = nullptr) {
  int status = 0;
  ::wait4(process, &status, 0, used);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Reads both ends until they close; false when the time is up first.
bool drain(int out, int err, ProgramResult& result, Clock::time_point deadline) {
  std::array<pollfd, 2> polled{pollfd{out, POLLIN, 0}, pollfd{err, POLLIN, 0}};
  std::array<std::string*, 2> const texts{&result.out, &result.err};
  std::array<char, 65536> buffer{};
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    if (::poll(polled.data(), polled.size(), remaining_ms(deadline)) <= 0) return false;
    for (std::size_t index = 0; index < polled.size(); ++index) {
      if (polled[index].revents == 0) continue;
      ssize_t const count = ::read(polled[index].fd, buffer.data(), buffer.size());
      if (count > 0)
        texts[index]->append(buffer.data(), static_cast<std::size_t>(count));
      else
        polled[index].fd = -1;
    }
  }
  return true;
}

}  // namespace

std::string built_program(std::string const& name) {
  return program_folder() + "/" + name;
}

ProgramResult run_program(std::vector<std::string> const& words, std::chrono::seconds limit) {
  Pipe const out = make_pipe();
  Pipe const err = make_pipe();
  pid_t const process = start(words, out.write, err.write);
  ::close(out.write);
  ::close(err.write);
  ProgramResult result;
  if (!drain(out.read, err.read, result, Clock::now() + slowness * limit)) ::kill(process, SIGKILL);
  rusage used{};
  result.exit_code = exit_code_of(process, &used);
  result.peak_kilobytes = used.ru_maxrss;
  ::close(out.read);
  ::close(err.read);
  return result;
}

BackgroundProgram::BackgroundProgram(std::vector<std::string> const& words) {
  Pipe const out = make_pipe();
  process_ = start(words, out.write, -1);
  ::close(out.write);
  out_ = out.read;
}

BackgroundProgram::~BackgroundProgram() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    exit_code_of(process_);
  }
  ::close(out_);
}

std::string BackgroundProgram::read_line(std::chrono::seconds limit) {
  Clock::time_point const deadline = Clock::now() + slowness * limit;
  std::string line;
  while (true) {
    pollfd polled{out_, POLLIN, 0};
    if (::poll(&polled, 1, remaining_ms(deadline)) <= 0) return "";
    char letter = 0;
    if (::read(out_, &letter, 1) != 1) return line;
    if (letter == '\n') return line;
    line += letter;
  }
}

int BackgroundProgram::terminate() {
  return end_by(SIGTERM);
}

int BackgroundProgram::interrupt() {
  return end_by(SIGINT);
}

int BackgroundProgram::end_by(int signal) {
  ::kill(process_, signal);
  int const code = exit_code_of(process_);
  process_ = -1;
  return code;
}

}  // namespace prompty_tests
