#include "support/leash.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

namespace prompty_tests {

Leash::Leash(std::string path) : path_(std::move(path)) {
  if (::mkfifo(path_.c_str(), 0600) != 0) throw std::runtime_error("cannot make the FIFO " + path_);
  reader_ = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

Leash::~Leash() {
  ::close(reader_);
}

bool Leash::all_are_gone() const {
  pollfd event{.fd = reader_, .events = 0, .revents = 0};
  return ::poll(&event, 1, 100'000) == 1 && (event.revents & POLLHUP) != 0;
}

bool Leash::is_held() const {
  pollfd event{.fd = reader_, .events = POLLIN, .revents = 0};
  return ::poll(&event, 1, 100'000) == 1 && (event.revents & POLLIN) != 0;
}

}  // namespace prompty_tests
