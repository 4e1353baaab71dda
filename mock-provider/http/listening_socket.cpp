#include "mock-provider/http/listening_socket.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "mock-provider/http/start_error.hpp"

namespace mock_provider::http {
namespace listening_socket {
namespace {

/// A burst of clients waits here; those beyond it would try again only after a second.
constexpr int backlog = 1'024;

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses addresses_of(std::string const& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  int const failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  return Addresses(failure == 0 ? found : nullptr);
}

/// A descriptor that listens there; -1 and errno when that cannot be.
int listening_on(addrinfo const& address) {
  int const descriptor = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol);
  if (descriptor < 0) return -1;
  // Not SO_REUSEPORT, with which two servers would share a port and neither be told.
  int const yes = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  bool const is_bound = bind(descriptor, address.ai_addr, address.ai_addrlen) == 0;
  if (is_bound && listen(descriptor, backlog) == 0) return descriptor;
  int const reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

int port_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  // The socket functions of POSIX take every kind of address through a pointer to this one.
  getsockname(descriptor, static_cast<sockaddr*>(static_cast<void*>(&address)), &length);
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 version_six{};
    std::memcpy(&version_six, &address, sizeof(version_six));
    return ntohs(version_six.sin6_port);
  }
  sockaddr_in version_four{};
  std::memcpy(&version_four, &address, sizeof(version_four));
  return ntohs(version_four.sin_port);
}

/// Whether another try may succeed after a failed accept: not once the socket has been shut down.
bool is_passing(int reason) {
  return reason == EINTR || reason == ECONNABORTED || reason == EMFILE || reason == ENFILE || reason == ENOBUFS ||
         reason == ENOMEM || reason == EPROTO || reason == EAGAIN;
}

}  // namespace
}  // namespace listening_socket

ListeningSocket::ListeningSocket(std::string const& host, int port) {
  listening_socket::Addresses const addresses = listening_socket::addresses_of(host, port);
  errno = 0;
  for (addrinfo const* address = addresses.get(); address != nullptr && descriptor_ < 0; address = address->ai_next) {
    descriptor_ = listening_socket::listening_on(*address);
  }
  if (descriptor_ < 0 && errno == EADDRINUSE) {
    throw StartError(fmt::format("port {} on {} is in use: choose another, or 0 for any free one", port, host));
  }
  if (descriptor_ < 0) {
    throw StartError(
        fmt::format("cannot listen on {} port {}: check the host name and whether you may take this port", host, port));
  }
  port_ = listening_socket::port_of(descriptor_);
}

ListeningSocket::ListeningSocket(int bound) : descriptor_(fcntl(bound, F_DUPFD_CLOEXEC, 0)) {
  if (descriptor_ < 0 || listen(descriptor_, listening_socket::backlog) != 0) {
    int const reason = errno;
    if (descriptor_ >= 0) close(descriptor_);
    throw StartError(fmt::format("cannot listen on the socket that was given: {}", std::strerror(reason)));
  }
  port_ = listening_socket::port_of(descriptor_);
}

ListeningSocket::~ListeningSocket() {
  close(descriptor_);
}

int ListeningSocket::accept() const {
  for (;;) {
    int const descriptor = accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor >= 0 || !listening_socket::is_passing(errno)) return descriptor;
    // Out of descriptors or memory: others may end meanwhile.
    if (errno != EINTR && errno != ECONNABORTED) poll(nullptr, 0, 10);
  }
}

void ListeningSocket::shut_down() const {
  shutdown(descriptor_, SHUT_RDWR);
}

}  // namespace mock_provider::http
