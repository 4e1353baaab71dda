#pragma once

#include <sys/types.h>
#include <unistd.h>

#include "prompty/core/host.hpp"
#include "prompty/registry/connections.hpp"

namespace prompty {

/// Closes a file descriptor when it is destroyed; -1 means no descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int value) : value_(value) {}
  FileDescriptor(FileDescriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  FileDescriptor(FileDescriptor const&) = delete;
  FileDescriptor& operator=(FileDescriptor const&) = delete;
  ~FileDescriptor() { close(); }

  void close() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

  [[nodiscard]] int get() const { return value_; }
  [[nodiscard]] bool is_open() const { return value_ >= 0; }

 private:
  int value_ = -1;
};

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// A pipe with both ends close-on-exec and above the standard streams. Throws std::system_error.
[[nodiscard]] Pipe make_pipe();

/// Makes reads and writes fail rather than block. Throws std::system_error.
void set_not_blocking(FileDescriptor const& end);

/// What ends a kept program together with all that it started.
enum class SuperviseUntil : std::uint8_t {
  program_ends,  ///< its own end, or that of the leash
  leash_ends     ///< the end of the leash alone, so that a program may leave its work to a child
};

/// A program, and how it is kept.
struct SupervisedProgram {
  /// A path, or a name on PATH, and the arguments; not empty.
  std::vector<std::string> words;
  /// The complete environment of the program, which then inherits no files either; without it, it inherits our
  /// variables and files.
  std::optional<std::map<std::string, std::string>> environment = std::nullopt;
  SuperviseUntil until = SuperviseUntil::program_ends;
  /// As in `ChildProcess::end`, for when this process ends without a call of that.
  std::chrono::milliseconds grace{0};
};

/// The variables that a server gets: those of `own` that a program needs in order to run, and its own
/// settings, which win.
[[nodiscard]] std::map<std::string, std::string> environment_of(StdioServer const& server, Environment const& own);

/// A child process with pipes for its standard streams, in a process group of its own, below a *keeper*: a fork of this
/// process that kills whatever the program has started, in whatever group or session, once it has to end. The *leash*
/// is a socket between the keeper and this object; it ends with this process, however that ends.
class ChildProcess {
 public:
  /// Throws std::system_error when it cannot be started.
  explicit ChildProcess(SupervisedProgram const& program);
  /// Ends it without grace.
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Our ends of the pipes, which do not block. What is still in them can be read after the end.
  FileDescriptor input;
  FileDescriptor output;
  FileDescriptor errors;

  /// The process id of the keeper.
  [[nodiscard]] pid_t keeper() const { return keeper_; }

  /// Readable once the program and all that it started have ended, or the keeper has.
  [[nodiscard]] int ending() const { return leash_.get(); }

  /// Closes the input; the program has `grace` to end by itself, then gets SIGTERM and has as long again, then is
  /// killed. Without grace it is killed at once. Reaps the keeper; does nothing after the first call.
  void end(std::chrono::milliseconds grace);

  /// How it ended, once `end` was called.
  [[nodiscard]] std::string exit_description() const;  ///< such as "exit status 0" or "signal 9"
  [[nodiscard]] int exit_code() const;                 ///< 128 + N after signal N

 private:
  pid_t keeper_ = -1;
  FileDescriptor leash_;
  int status_ = 0;
};

}  // namespace prompty
