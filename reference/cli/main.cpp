#include <csignal>
#include <iostream>

#include "cli/command_line.hpp"

int main(int count, char** arguments) {
  // Whoever reads the output may stop early.
  std::signal(SIGPIPE, SIG_IGN);
  return prompty::cli::run_command_line({arguments + 1, arguments + count}, std::cout, std::cerr);
}
