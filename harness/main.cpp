#include "harness/commands/program.hpp"

// The command line is compiled in one batch with the commands.
int main(int count, char** words) {
  return conformance::run_program(count, words);
}
