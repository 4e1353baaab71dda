#include "bench/mock/client.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace bench {

Client::Client(int port) : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr const* const generic = static_cast<sockaddr const*>(static_cast<void const*>(&address));
  if (connect(descriptor_, generic, sizeof(address)) != 0) throw std::runtime_error("nothing listens on a port");
  int const yes = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

Client::Client(Client&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), scanner_(std::move(other.scanner_)) {}

Client::~Client() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Client::send(std::string_view request) const {
  ssize_t const sent = ::send(descriptor_, request.data(), request.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(request.size())) throw std::runtime_error("a request did not go out at once");
}

bool Client::receive() {
  std::array<char, 65'536> room;
  for (;;) {
    ssize_t const count = recv(descriptor_, room.data(), room.size(), 0);
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) throw std::runtime_error("a server ended the connection");
    if (!scanner_.is_complete_with({room.data(), static_cast<std::size_t>(count)})) continue;
    scanner_ = AnswerScanner();
    return true;
  }
}

}  // namespace bench
