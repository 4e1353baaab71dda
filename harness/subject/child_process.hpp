#pragma once

#include <sys/types.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "harness/subject/file_descriptor.hpp"

namespace conformance {

/// A program that could not be started; the message is one sentence that says why.
class ChildStartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A program in a process group of its own, in the caller's folder, with pipes at its standard input, output and error
/// and no other open file.
class ChildProcess {
 public:
  /// `words` is the program (looked up in PATH when it has no "/") and its arguments; `environment` is all it sees,
  /// as NAME=value. Throws ChildStartError when it is not found or not executable.
  ChildProcess(std::vector<std::string> const& words, std::vector<std::string> const& environment);

  /// Kills the whole group and waits for the program.
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Our ends of the pipes, non-blocking; the caller may close them.
  [[nodiscard]] FileDescriptor& input() { return input_; }
  [[nodiscard]] FileDescriptor& output() { return output_; }
  [[nodiscard]] FileDescriptor& errors() { return errors_; }

  /// Becomes readable (end of file) as soon as the program has ended, whoever still holds its pipes.
  [[nodiscard]] FileDescriptor const& end_notice() const { return end_notice_; }

  /// How the program ended, as the rest of a sentence ("exited with status 3"); "" while it runs.
  [[nodiscard]] std::string ending() const;

  /// Sends SIGKILL to every process of the group. Safe at any time, also after the program's end.
  void kill_group() const;

 private:
  void wait_for_end(FileDescriptor notice);

  pid_t pid_ = -1;
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor end_notice_;
  mutable std::mutex mutex_;
  std::string ending_;
  std::thread waiter_;
};

}  // namespace conformance
