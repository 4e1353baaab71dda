#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace prompty {

/// What ends a kept program together with all that it started.
enum class KeptUntil : std::uint8_t {
  program_ends,  ///< its own end, or that of the leash
  leash_ends     ///< the end of the leash alone, so that a program may leave its work to a child
};

/// A program, and how it is kept.
struct KeptProgram {
  /// A path, or a name on PATH, and the arguments; not empty.
  std::vector<std::string> words;
  /// All that it gets of ours, and no file; without it, it inherits our variables and files.
  std::optional<std::map<std::string, std::string>> environment = std::nullopt;
  KeptUntil until = KeptUntil::program_ends;
  /// As in `release_kept`, for a leash that ends without a word.
  std::chrono::milliseconds grace{0};
};

/// The other ends of what a kept program and its keeper get, all close-on-exec and above the standard streams.
struct KeptStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
  int start_failure = -1;  ///< written: the errno (int) of a program that could not be started; closed when it was
  int leash = -1;          ///< a socket
};

/// Starts a program in a process group of its own, below a process that keeps it: the child that this gives, or -1 with
/// errno. Whatever the program started is killed in the end, in whatever group or session it hides. The leash ends with
/// the process that holds its other end, however that ends. Once all is gone, the keeper writes how the program ended
/// (the int of waitpid) into the leash, and ends. It is a fork of this process, which may be anybody's and stays as it
/// is; what either changes of the memory that they share is copied.
[[nodiscard]] pid_t start_kept(KeptProgram const& program, KeptStreams const& streams);

/// Ends a kept program, through our end of its leash: for `grace` it may end by itself, then it gets SIGTERM and has as
/// long again, then it is killed; without any grace that is done at once. Of no effect on a keeper that has ended.
void release_kept(int leash, std::chrono::milliseconds grace);

}  // namespace prompty
