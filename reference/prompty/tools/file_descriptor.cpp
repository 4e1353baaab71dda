#include "prompty/tools/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace prompty {
namespace file_descriptor {
namespace {

/// The same end, out of the way of the standard streams: a host may have closed its own.
FileDescriptor above_standard_streams(FileDescriptor end) {
  if (end.get() > STDERR_FILENO) return end;
  FileDescriptor high(::fcntl(end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!high.is_open()) throw std::system_error(errno, std::generic_category(), "fcntl");
  return high;
}

}  // namespace
}  // namespace file_descriptor

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  return {.read = file_descriptor::above_standard_streams(std::move(read)),
          .write = file_descriptor::above_standard_streams(std::move(write))};
}

std::pair<FileDescriptor, FileDescriptor> make_socket_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  FileDescriptor one(ends[0]);
  FileDescriptor other(ends[1]);
  return {file_descriptor::above_standard_streams(std::move(one)),
          file_descriptor::above_standard_streams(std::move(other))};
}

void set_not_blocking(FileDescriptor const& end) {
  if (::fcntl(end.get(), F_SETFL, O_NONBLOCK) != 0) throw std::system_error(errno, std::generic_category(), "fcntl");
}

}  // namespace prompty
