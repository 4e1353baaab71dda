#include "prompty/transport/connection_breaker.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace prompty {

ConnectionBreaker::~ConnectionBreaker() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ConnectionBreaker::watch(int socket) {
  std::unique_lock<std::mutex> const lock(mutex_);
  // A descriptor of our own: the number of the other may soon be that of another file.
  int const previous = std::exchange(descriptor_, fcntl(socket, F_DUPFD_CLOEXEC, 0));
  if (previous >= 0) close(previous);
}

void ConnectionBreaker::break_off() {
  std::unique_lock<std::mutex> const lock(mutex_);
  if (descriptor_ >= 0) shutdown(descriptor_, SHUT_RDWR);
}

}  // namespace prompty
