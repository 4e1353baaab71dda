#include <unistd.h>

#include <csignal>
#include <iostream>

#include "cli/command_line.hpp"
#include "cli/interruptible_output.hpp"

int main(int count, char** arguments) {
  // Whoever reads the output may stop early.
  std::signal(SIGPIPE, SIG_IGN);
  // Never destroyed: the thread that waits for interrupts uses it until the process is gone.
  static prompty::cli::InterruptibleOutput& output = *new prompty::cli::InterruptibleOutput(STDOUT_FILENO);
  prompty::cli::end_on_interrupt(output);
  std::ostream out(&output);
  int const code = prompty::cli::run_command_line({arguments + 1, arguments + count}, out, std::cerr);
  out.flush();
  return code;
}
