#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace prompty::cli {

/// The other ends of the pipes that a kept program gets, all close-on-exec.
struct KeptStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
  int start_failure = -1;  ///< written: the errno (int) of a program that could not be started; closed when it was
  int leash = -1;          ///< read: its end tells the keeper to kill the program
};

/// Starts a program (a path, or a name on PATH) in a process group of its own, below a process that keeps it: the child
/// that this gives, or -1 with errno. The keeper ends with the program's exit code, 128 + N after signal N, once all
/// that the program started is gone, in whatever group or session it hides. The end of the leash, and so the end of the
/// process that holds the other end, however it comes, makes the keeper kill all of it. `words` is not empty.
[[nodiscard]] pid_t start_kept(std::vector<std::string> words, KeptStreams const& streams);

}  // namespace prompty::cli
