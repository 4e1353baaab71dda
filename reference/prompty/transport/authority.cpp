#include "prompty/transport/authority.hpp"

#include <charconv>

namespace prompty {
namespace authorities {
namespace {

int port_of(std::string_view digits) {
  int port = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  bool const is_port =
      read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && port >= 1 && port <= 65535;
  return is_port ? port : 0;
}

/// Where the host ends: before the last colon that is not inside an IPv6 address.
std::size_t host_length(std::string_view text) {
  std::size_t const colon = text.rfind(':');
  if (colon == std::string_view::npos) return text.size();
  std::size_t const bracket = text.rfind(']');
  if (bracket != std::string_view::npos) return colon < bracket ? text.size() : colon;
  // Several colons without brackets are an address and no port.
  return text.find(':') == colon ? colon : text.size();
}

}  // namespace
}  // namespace authorities

Authority split_authority(std::string_view text, int default_port) {
  std::size_t const length = authorities::host_length(text);
  std::string_view host = text.substr(0, length);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  int const port = length == text.size() ? default_port : authorities::port_of(text.substr(length + 1));
  return {.host = std::string(host), .port = port};
}

}  // namespace prompty
