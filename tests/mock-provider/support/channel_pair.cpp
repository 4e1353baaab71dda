#include "mock-provider/support/channel_pair.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace mock_provider_tests {

ChannelPair::ChannelPair(std::chrono::milliseconds silence, std::chrono::milliseconds total) {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  client_ = ends[0];
  server_ = std::make_unique<mock_provider::http::Channel>(
      ends[1], mock_provider::http::Patience{.silence = silence, .total = total});
}

ChannelPair::~ChannelPair() {
  client_leaves();
}

void ChannelPair::client_sends(std::string_view bytes) const {
  while (!bytes.empty()) {
    ssize_t const sent = send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void ChannelPair::client_finishes_sending() const {
  shutdown(client_, SHUT_WR);
}

void ChannelPair::client_leaves() {
  if (client_ >= 0) close(client_);
  client_ = -1;
}

std::string ChannelPair::client_hears() const {
  std::string result;
  std::array<char, 4096> room{};
  for (;;) {
    ssize_t const count = recv(client_, room.data(), room.size(), MSG_DONTWAIT);
    if (count <= 0) return result;
    result.append(room.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace mock_provider_tests
