#pragma once

namespace conformance {

/// The program prompty-conformance: runs the command that the words choose, and returns the exit code. Whatever goes
/// wrong is written to the standard error.
int run_program(int count, char** words);

}  // namespace conformance
