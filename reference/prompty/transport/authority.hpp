#pragma once

#include <string>
#include <string_view>

namespace prompty {

/// Host and port of a server. An IPv6 address stands without its brackets.
struct Authority {
  std::string host;
  int port = 0;

  bool operator==(Authority const&) const = default;
};

/// The two halves of `host:port`; without a port it is `default_port`, and 0 when the port is no number from 1 to
/// 65535.
[[nodiscard]] Authority split_authority(std::string_view text, int default_port);

}  // namespace prompty
