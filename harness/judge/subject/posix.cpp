#include "harness/judge/subject/posix.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace conformance {
namespace {

std::system_error system_failure(char const* what) {
  return {errno, std::generic_category(), what};
}

Transfer after_failure() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? Transfer::none : Transfer::over;
}

/// As write, without the signal that a closed other end means for a thread that does not block it.
ssize_t write_without_signal(int descriptor, char const* bytes, std::size_t count) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  ssize_t const written = ::write(descriptor, bytes, count);
  int const failure = errno;
  bool const is_signalled = written < 0 && failure == EPIPE && sigismember(&before, SIGPIPE) == 0;
  if (is_signalled) {
    timespec const at_once{};
    ::sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = failure;
  return written;
}

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this == &other) return *this;
  close();
  number_ = std::exchange(other.number_, -1);
  return *this;
}

void FileDescriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw system_failure("cannot create a pipe");
  return Pipe{.read_end = FileDescriptor(ends[0]), .write_end = FileDescriptor(ends[1])};
}

void set_nonblocking(FileDescriptor const& descriptor) {
  int const flags = ::fcntl(descriptor.number(), F_GETFL);
  if (flags < 0 || ::fcntl(descriptor.number(), F_SETFL, flags | O_NONBLOCK) < 0) {
    throw system_failure("cannot prepare a pipe");
  }
}

Transfer read_some(FileDescriptor const& descriptor, std::size_t max_bytes, std::string& into) {
  // Not zeroed, unlike room in the string, since this is done for every few bytes that an adapter writes.
  std::array<char, 65536> room;
  ssize_t const count = ::read(descriptor.number(), room.data(), std::min(max_bytes, room.size()));
  if (count > 0) into.append(room.data(), static_cast<std::size_t>(count));
  if (count > 0) return Transfer::some;
  return count == 0 ? Transfer::over : after_failure();
}

Transfer write_some(FileDescriptor const& descriptor, std::string const& bytes, std::size_t& position) {
  ssize_t const count = write_without_signal(descriptor.number(), bytes.data() + position, bytes.size() - position);
  if (count < 0) return after_failure();
  position += static_cast<std::size_t>(count);
  return Transfer::some;
}

void block_signals_in_this_thread() {
  sigset_t every_signal;
  sigfillset(&every_signal);
  pthread_sigmask(SIG_BLOCK, &every_signal, nullptr);
}

pid_t fork_without_signals() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t const process = ::fork();
  if (process == 0) return 0;
  int const failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = failure;
  return process;
}

int wait_for_child(pid_t process) {
  int status = -1;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return status;
}

}  // namespace conformance
