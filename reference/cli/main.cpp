#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/interruptible_output.hpp"
#include "cli/interrupts.hpp"
#include "cli/masked_output.hpp"

namespace {

prompty::cli::Characters characters_for(int descriptor) {
  return ::isatty(descriptor) == 1 ? prompty::cli::Characters::printable : prompty::cli::Characters::all;
}

}  // namespace

int main(int count, char** arguments) {
  // Whoever reads the output may stop early.
  std::signal(SIGPIPE, SIG_IGN);
  // Never destroyed: the thread that waits for interrupts, and work that is left behind, use them until the process is
  // gone.
  static prompty::cli::InterruptibleOutput& output =
      *new prompty::cli::InterruptibleOutput(STDOUT_FILENO, characters_for(STDOUT_FILENO));
  static prompty::cli::InterruptibleOutput& errors =
      *new prompty::cli::InterruptibleOutput(STDERR_FILENO, characters_for(STDERR_FILENO));
  std::cerr.rdbuf(&errors);
  static prompty::cli::Interrupts& interrupts = *new prompty::cli::Interrupts;
  prompty::cli::end_on_interrupt(output, interrupts);
  std::shared_ptr<prompty::Secrets> const secrets = std::make_shared<prompty::Secrets>();
  static prompty::cli::MaskedOutput& masked = *new prompty::cli::MaskedOutput(std::cerr, secrets);
  static std::ostream& err = *new std::ostream(&masked);
  std::ostream out(&output);
  bool const is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  int const code = prompty::cli::run_command_line(
      {arguments + 1, arguments + count},
      {.in = std::cin,
       .out = out,
       .err = err,
       .interrupts = interrupts,
       .typist = is_terminal ? prompty::cli::Typist::a_person : prompty::cli::Typist::nobody_or_a_program,
       .secrets = secrets});
  out.flush();
  err.flush();
  if (interrupts.leaves_work()) ::_exit(code);
  return code;
}
