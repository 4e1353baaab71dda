#pragma once

#include <unistd.h>

#include <utility>

namespace prompty {

/// Closes a file descriptor when it goes; -1 is none.
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

/// A pipe whose ends no program inherits that this process starts, both above the standard streams. Throws
/// std::system_error.
[[nodiscard]] Pipe make_pipe();

/// Two ends of which each reads what is written into the other; otherwise as `make_pipe`.
[[nodiscard]] std::pair<FileDescriptor, FileDescriptor> make_socket_pair();

/// Has reads and writes fail rather than wait. Throws std::system_error.
void set_not_blocking(FileDescriptor const& end);

}  // namespace prompty
