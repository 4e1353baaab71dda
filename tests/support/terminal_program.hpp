#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace prompty_tests {

/// A program at a terminal of its own, until this is destroyed (SIGKILL).
class TerminalProgram {
 public:
  explicit TerminalProgram(std::vector<std::string> const& words);
  ~TerminalProgram();
  TerminalProgram(TerminalProgram const&) = delete;
  TerminalProgram& operator=(TerminalProgram const&) = delete;

  /// Types keys; "\x03" is Ctrl-C, "\x04" Ctrl-D, "\r" the return key.
  void type(std::string_view keys) const;

  /// Waits until the terminal shows `text` behind what was waited for before; false when the program ends or the time
  /// is up first.
  [[nodiscard]] bool shows(std::string_view text, std::chrono::seconds limit = std::chrono::seconds(20));

  /// All that was shown so far.
  [[nodiscard]] std::string const& screen() const { return screen_; }

  /// Waits for the end and returns the exit code, 128 + N after signal N.
  int exit_code();

 private:
  /// False at the end, or when the time is up.
  bool read_some(std::chrono::milliseconds limit);

  pid_t process_ = -1;
  int terminal_ = -1;
  std::string screen_;
  std::size_t waited_for_ = 0;
};

}  // namespace prompty_tests
