#include "mock-provider/open_connections.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace mock_provider {
namespace open_connections {
namespace {

std::vector<int> descriptors() {
  std::vector<int> result;
  std::error_code failure;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator("/proc/self/fd", failure)) {
    std::string const name = entry.path().filename().string();
    int descriptor = -1;
    std::from_chars_result const parsed = std::from_chars(name.data(), name.data() + name.size(), descriptor);
    if (parsed.ec == std::errc()) result.push_back(descriptor);
  }
  return result;
}

/// The TCP port of a socket's own end, -1 for everything that is no connected internet socket.
int own_port(int descriptor) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  // The socket functions of POSIX take every kind of address through a pointer to this one.
  sockaddr* const generic = static_cast<sockaddr*>(static_cast<void*>(&address));
  if (getpeername(descriptor, generic, &length) != 0) return -1;
  length = sizeof(address);
  if (getsockname(descriptor, generic, &length) != 0) return -1;
  if (address.ss_family == AF_INET) {
    sockaddr_in version_four{};
    std::memcpy(&version_four, &address, sizeof(version_four));
    return ntohs(version_four.sin_port);
  }
  if (address.ss_family != AF_INET6) return -1;
  sockaddr_in6 version_six{};
  std::memcpy(&version_six, &address, sizeof(version_six));
  return ntohs(version_six.sin6_port);
}

}  // namespace
}  // namespace open_connections

void shut_down_connections_on(int port) {
  for (int const descriptor : open_connections::descriptors()) {
    if (open_connections::own_port(descriptor) == port) shutdown(descriptor, SHUT_RDWR);
  }
}

}  // namespace mock_provider
