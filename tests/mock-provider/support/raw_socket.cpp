#include "mock-provider/support/raw_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace mock_provider_tests {

RawSocket::RawSocket(int port) : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval const limit{.tv_sec = 10, .tv_usec = 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
  sockaddr const* const generic = static_cast<sockaddr const*>(static_cast<void const*>(&address));
  if (connect(descriptor_, generic, sizeof(address)) == 0) return;
  close(descriptor_);
  descriptor_ = -1;
}

RawSocket::RawSocket(RawSocket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

RawSocket::~RawSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool RawSocket::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    ssize_t const sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawSocket::finish_sending() const {
  shutdown(descriptor_, SHUT_WR);
}

bool RawSocket::receives_items_within(std::chrono::milliseconds limit) const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, static_cast<int>(limit.count())) > 0;
}

std::string RawSocket::read_to_end() const {
  std::string result;
  std::array<char, 4096> buffer{};
  for (;;) {
    ssize_t const count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) return result;
    result.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::string RawSocket::read_until(std::string_view end) const {
  std::string result;
  std::array<char, 4096> buffer{};
  while (!result.ends_with(end)) {
    ssize_t const count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) return result;
    result.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return result;
}

std::string RawSocket::read_including(std::string_view text) const {
  std::string result;
  std::array<char, 4096> buffer{};
  while (result.find(text) == std::string::npos) {
    ssize_t const count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) return result;
    result.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return result;
}

bool RawSocket::is_reset_at_the_end() const {
  std::array<char, 4096> buffer{};
  for (;;) {
    ssize_t const count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) return count < 0 && errno == ECONNRESET;
  }
}

}  // namespace mock_provider_tests
