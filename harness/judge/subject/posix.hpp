#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <utility>

namespace conformance {

/// Owns one POSIX file descriptor and closes it.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(FileDescriptor const&) = delete;
  FileDescriptor& operator=(FileDescriptor const&) = delete;
  ~FileDescriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

/// A pipe that no program started later inherits by accident. Throws std::system_error when the system has no more.
[[nodiscard]] Pipe make_pipe();

/// Makes reading and writing return at once instead of waiting. Throws std::system_error.
void set_nonblocking(FileDescriptor const& descriptor);

enum class Transfer {
  some,  ///< bytes were moved; there may be more
  none,  ///< it would have to wait
  over   ///< end of the stream, a closed other end, or an error that ends it
};

/// Appends to `into` what one read of at most `max_bytes` gives. The descriptor is non-blocking.
[[nodiscard]] Transfer read_some(FileDescriptor const& descriptor, std::size_t max_bytes, std::string& into);

/// Writes as much of `bytes` from `position` on as one write takes, and advances `position`. The descriptor is
/// non-blocking. No SIGPIPE reaches the calling thread.
[[nodiscard]] Transfer write_some(FileDescriptor const& descriptor, std::string const& bytes, std::size_t& position);

/// Leaves every signal to the other threads, the program's own handlers included. For threads that serve pipes.
void block_signals_in_this_thread();

/// fork, with every signal blocked in the child: a handler of this program must not run there. The child may do only
/// what is async-signal-safe, since other threads may hold locks.
[[nodiscard]] pid_t fork_without_signals();

/// Waits until the child has ended, and returns its status as waitpid tells it; -1 when there is no such child.
int wait_for_child(pid_t process);

}  // namespace conformance
