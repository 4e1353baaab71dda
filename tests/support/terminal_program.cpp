#include "support/terminal_program.hpp"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <stdexcept>

namespace prompty_tests {
namespace terminal_program {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace
}  // namespace terminal_program

TerminalProgram::TerminalProgram(std::vector<std::string> const& words) {
  std::vector<char*> arguments;
  for (std::string const& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  winsize size{};
  size.ws_row = 50;
  size.ws_col = 200;
  process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (process_ < 0) throw std::runtime_error("forkpty failed");
  if (process_ != 0) return;
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

TerminalProgram::~TerminalProgram() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  ::close(terminal_);
}

void TerminalProgram::type(std::string_view keys) const {
  if (::write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
    throw std::runtime_error("the terminal takes no keys");
  }
}

bool TerminalProgram::shows(std::string_view text, std::chrono::seconds limit) {
  terminal_program::Clock::time_point const deadline = terminal_program::Clock::now() + limit;
  while (true) {
    std::size_t const found = screen_.find(text, waited_for_);
    if (found != std::string::npos) {
      waited_for_ = found + text.size();
      return true;
    }
    std::chrono::milliseconds const left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - terminal_program::Clock::now());
    if (!read_some(left)) return false;
  }
}

int TerminalProgram::exit_code() {
  while (read_some(std::chrono::seconds(20))) continue;
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool TerminalProgram::read_some(std::chrono::milliseconds limit) {
  pollfd polled{terminal_, POLLIN, 0};
  if (::poll(&polled, 1, static_cast<int>(std::max<std::int64_t>(limit.count(), 0))) <= 0) return false;
  std::array<char, 4096> buffer{};
  ssize_t const count = ::read(terminal_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  screen_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

}  // namespace prompty_tests
