#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace prompty_tests {

/// What a program left behind.
struct ProgramResult {
  int exit_code = -1;  ///< 128 + signal when it was killed; 128 + 9 when the time was up
  std::string out;
  std::string err;
  long peak_kilobytes = 0;  ///< of memory, of the largest among it and the processes that it waited for
};

/// Runs one of our programs (a name below the program folder) or any program (a path or a name on PATH) to its end.
[[nodiscard]] ProgramResult run_program(std::vector<std::string> const& words,
                                        std::chrono::seconds limit = std::chrono::seconds(60));

/// The path of a program of this build.
[[nodiscard]] std::string built_program(std::string const& name);

/// A program that runs in the background until this is destroyed (SIGTERM, then SIGKILL).
class BackgroundProgram {
 public:
  explicit BackgroundProgram(std::vector<std::string> const& words);
  ~BackgroundProgram();
  BackgroundProgram(BackgroundProgram const&) = delete;
  BackgroundProgram& operator=(BackgroundProgram const&) = delete;

  /// The next line of standard output without its newline; "" at its end or when the time is up.
  [[nodiscard]] std::string read_line(std::chrono::seconds limit = std::chrono::seconds(20));
  [[nodiscard]] pid_t process() const { return process_; }
  /// Sends SIGTERM and returns the exit code.
  int terminate();
  /// Sends SIGINT, as Ctrl-C does, and returns the exit code.
  int interrupt();

 private:
  int end_by(int signal);

  pid_t process_ = -1;
  int out_ = -1;
};

}  // namespace prompty_tests
