#include "mock-provider/http/channel.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace mock_provider::http {
namespace channel {
namespace {

constexpr std::chrono::milliseconds longest_farewell{500};
constexpr std::size_t most_bytes_of_farewell = 4'194'304;

timespec remaining(Clock::time_point until) {
  std::chrono::nanoseconds const left = std::max(std::chrono::nanoseconds(0), until - Clock::now());
  std::chrono::seconds const whole = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {.tv_sec = whole.count(), .tv_nsec = (left - whole).count()};
}

/// The events of these that happen before that time; 0 for none.
short awaited(int descriptor, short events, Clock::time_point until) {
  for (;;) {
    pollfd waiting{.fd = descriptor, .events = events, .revents = 0};
    // poll counts in milliseconds, which is too coarse for frames that are paced.
    timespec const limit = remaining(until);
    int const count = ppoll(&waiting, 1, &limit, nullptr);
    if (count > 0) return waiting.revents;
    if (count == 0 || errno != EINTR) return 0;
  }
}

/// How long a call of the socket blocks, by SO_RCVTIMEO or SO_SNDTIMEO.
void limit(int descriptor, int option, std::chrono::milliseconds time) {
  timeval const value{.tv_sec = time.count() / 1000, .tv_usec = time.count() % 1000 * 1000};
  setsockopt(descriptor, SOL_SOCKET, option, &value, sizeof(value));
}

}  // namespace
}  // namespace channel

Channel::Channel(int descriptor, std::chrono::milliseconds patience) : descriptor_(descriptor), patience_(patience) {
  int const yes = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  channel::limit(descriptor_, SO_RCVTIMEO, patience);
  channel::limit(descriptor_, SO_SNDTIMEO, patience);
}

Channel::~Channel() {
  close(descriptor_);
}

std::size_t Channel::read(std::span<char> room) {
  for (;;) {
    ssize_t const count = recv(descriptor_, room.data(), room.size(), 0);
    if (count > 0) return static_cast<std::size_t>(count);
    if (count == 0 || errno != EINTR) return 0;
  }
}

bool Channel::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const sent = send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Channel::is_left_before(Clock::time_point until) const {
  return channel::awaited(descriptor_, POLLRDHUP, until) != 0;
}

bool Channel::is_left() const {
  return is_left_before(Clock::now());
}

bool Channel::is_ready_for(short events) const {
  return channel::awaited(descriptor_, events, Clock::now() + patience_) != 0;
}

void Channel::finish() {
  shutdown(descriptor_, SHUT_WR);
  channel::limit(descriptor_, SO_RCVTIMEO, channel::longest_farewell);
  Clock::time_point const until = Clock::now() + channel::longest_farewell;
  std::array<char, 16'384> room{};
  for (std::size_t total = 0; total < channel::most_bytes_of_farewell && Clock::now() < until;) {
    // What comes is thrown away, so that it need not be deciphered.
    std::size_t const count = Channel::read(room);
    if (count == 0) return;
    total += count;
  }
}

void Channel::reset() const {
  // Unlike closing after shutdown, this sends RST and nothing else.
  sockaddr nowhere{};
  nowhere.sa_family = AF_UNSPEC;
  (void)connect(descriptor_, &nowhere, sizeof(nowhere));
}

}  // namespace mock_provider::http
