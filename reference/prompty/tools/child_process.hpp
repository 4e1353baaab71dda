#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "prompty/core/environment.hpp"
#include "prompty/registry/mcp_servers.hpp"
#include "prompty/tools/file_descriptor.hpp"

namespace prompty {

/// The variables that a server gets: those of `own` that a program needs to find its way about, and what the
/// server is given, which wins.
[[nodiscard]] std::map<std::string, std::string> environment_of(StdioServer const& server, Environment const& own);

/// A program that runs beside this one, in a process group of its own, with pipes for its standard streams and no other
/// file of ours. Ended and reaped when this goes.
class ChildProcess {
 public:
  /// Throws std::system_error when it cannot be started.
  ChildProcess(std::string const& command, std::vector<std::string> const& arguments,
               std::map<std::string, std::string> const& environment);
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Our ends of the pipes, which do not block. What is still in them can be read after the end.
  FileDescriptor input;
  FileDescriptor output;
  FileDescriptor errors;

  [[nodiscard]] pid_t id() const { return id_; }

  /// Lets it end by itself for `grace`, then asks all of its group to end, then kills them. How it ended, such as "exit
  /// status 0"; of no effect when it has ended already.
  std::string const& end(std::chrono::milliseconds grace);

 private:
  [[nodiscard]] bool ends_within(std::chrono::milliseconds grace) const;

  pid_t id_ = -1;
  std::string ending_;
};

}  // namespace prompty
