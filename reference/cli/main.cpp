#include <unistd.h>

#include <csignal>
#include <iostream>

#include "cli/command_line.hpp"

namespace cli = prompty::cli;

namespace {

cli::Characters characters_for(int descriptor) {
  return ::isatty(descriptor) == 1 ? cli::Characters::printable : cli::Characters::all;
}

}  // namespace

int main(int count, char** arguments) {
  // A reader of the output may stop early.
  std::signal(SIGPIPE, SIG_IGN);
  // Never destroyed: the thread that waits for interrupts, and work that is left behind, use them until the process is
  // gone.
  static cli::InterruptibleOutput& output = *new cli::InterruptibleOutput(STDOUT_FILENO, characters_for(STDOUT_FILENO));
  static cli::InterruptibleOutput& errors = *new cli::InterruptibleOutput(STDERR_FILENO, characters_for(STDERR_FILENO));
  std::cerr.rdbuf(&errors);
  static cli::Interrupts& interrupts = *new cli::Interrupts;
  cli::end_on_interrupt(output, interrupts);
  std::shared_ptr<prompty::Secrets> const secrets = std::make_shared<prompty::Secrets>();
  static cli::MaskedOutput& masked = *new cli::MaskedOutput(std::cerr, secrets);
  static std::ostream& err = *new std::ostream(&masked);
  std::ostream out(&output);
  bool const is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  int const code = cli::run_command_line({arguments + 1, arguments + count},
                                         {.in = std::cin,
                                          .out = out,
                                          .err = err,
                                          .interrupts = interrupts,
                                          .source = is_terminal ? cli::InputSource::terminal : cli::InputSource::stream,
                                          .secrets = secrets});
  out.flush();
  err.flush();
  if (interrupts.leaves_work()) ::_exit(code);
  return code;
}
