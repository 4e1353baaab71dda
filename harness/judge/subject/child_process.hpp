#pragma once

#include <sys/types.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/judge/subject/network_namespace.hpp"
#include "harness/judge/subject/posix.hpp"

namespace conformance {

/// A program that could not be started; the message is one sentence that says why.
class ChildStartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ChildLimits {
  std::uint64_t max_file_bytes = std::uint64_t{512} * 1024 * 1024;  ///< of any file that it writes
  NetworkEntry network = {};  ///< what it is moved into before it starts; the descriptors need not outlive the start
};

/// A program in a process group of its own, in the caller's folder, with pipes at its standard input, output and error
/// and no other open file. Another process, its keeper, stands between: whatever the program starts, in its group or
/// outside, ends with this object, and with this program should that be killed. It writes no core file, and no file
/// longer than the limit.
class ChildProcess {
 public:
  /// `words` is the program (looked up in PATH when it has no "/") and its arguments; `environment` is all it sees,
  /// as NAME=value. Throws ChildStartError when it is not found or not executable.
  ChildProcess(std::vector<std::string> words, std::vector<std::string> environment, ChildLimits const& limits = {});

  /// Kills all of it and waits until it is gone, eight seconds at most.
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Our ends of the pipes, non-blocking; the caller may close them.
  [[nodiscard]] FileDescriptor& input() { return input_; }
  [[nodiscard]] FileDescriptor& output() { return output_; }
  [[nodiscard]] FileDescriptor& errors() { return errors_; }

  /// Becomes readable as soon as the program has ended, whoever still holds its pipes, until `ending` is called.
  [[nodiscard]] FileDescriptor const& end_notice() const { return ending_notice_; }

  /// How the program ended, as the rest of a sentence ("exited with status 3"); "" while it runs.
  [[nodiscard]] std::string ending();

  /// The process below which the program and all that it starts are found.
  [[nodiscard]] pid_t keeper() const { return keeper_; }

  /// Has the program killed, and all that it started. Does not wait for it. Safe to repeat, also after the program's
  /// end.
  void kill_all();

 private:
  pid_t keeper_ = -1;
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor ending_notice_;
  FileDescriptor leash_;
  std::string ending_;
};

/// What `ending` says of a program that succeeded.
inline constexpr char const* clean_ending = "exited with status 0";

/// Makes this process's memory, open files and folders (/proc/PID/…) unreadable for programs of the same user, adapters
/// among them, and its environment for every user. A keeper inherits it, the program it starts does not. To be called
/// before there are threads.
void close_to_other_programs();

struct ProcessEntry {
  pid_t id = 0;
  pid_t parent = 0;
};

/// Calls `visit` with every process that /proc shows now, unreaped ones included. Allocates nothing and takes no lock,
/// so that a process made by fork from a program with threads may use it.
void visit_processes(void (*visit)(ProcessEntry entry, void* context), void* context);

}  // namespace conformance
