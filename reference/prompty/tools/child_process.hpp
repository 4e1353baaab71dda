#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>

#include "prompty/core/environment.hpp"
#include "prompty/registry/mcp_servers.hpp"
#include "prompty/tools/file_descriptor.hpp"
#include "prompty/tools/program_keeper.hpp"

namespace prompty {

/// The variables that a server gets: those of `own` that a program needs to find its way about, and what the
/// server is given, which wins.
[[nodiscard]] std::map<std::string, std::string> environment_of(StdioServer const& server, Environment const& own);

/// A program that runs beside this one, with pipes for its standard streams, below a process that keeps it. Ended with
/// all that it started, and reaped, when this goes or this process ends.
class ChildProcess {
 public:
  /// Throws std::system_error when it cannot be started.
  explicit ChildProcess(KeptProgram const& program);
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Our ends of the pipes, which do not block. What is still in them can be read after the end.
  FileDescriptor input;
  FileDescriptor output;
  FileDescriptor errors;

  /// The process that keeps it.
  [[nodiscard]] pid_t keeper() const { return keeper_; }

  /// Readable when all of it has ended, by itself or since its keeper did.
  [[nodiscard]] int ending() const { return leash_.get(); }

  /// Closes its input and ends it as `release_kept` says; of no effect when that has been done.
  void end(std::chrono::milliseconds grace);

  /// How it ended, once `end` was called.
  [[nodiscard]] std::string how_it_ended() const;  ///< such as "exit status 0" or "signal 9"
  [[nodiscard]] int exit_code() const;             ///< 128 + N after signal N

 private:
  pid_t keeper_ = -1;
  FileDescriptor leash_;
  int status_ = 0;
};

}  // namespace prompty
