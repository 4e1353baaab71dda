#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "prompty/transport/proxy.hpp"

namespace prompty {

/// How long to wait for a connection, and for each piece of an answer. `certificate_authorities` is a PEM file to trust
/// instead of the system's own. Without `proxies` a transport takes none, and `make_runtime` those of its environment.
struct HttpOptions {
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds read_timeout = std::chrono::seconds(120);
  std::optional<std::string> certificate_authorities = std::nullopt;
  std::optional<ProxySettings> proxies = std::nullopt;

  bool operator==(HttpOptions const&) const = default;
};

}  // namespace prompty
