#pragma once

#include "prompty/core/host.hpp"

namespace prompty {

/// Which proxies requests take, by the scheme of their URL; "" for none. `bypass` lists hosts that are reached
/// directly, parted by commas: `*` for all, `example.com` for that host and those below it, each also with a port.
struct ProxySettings {
  std::string http;
  std::string https;
  std::string bypass;

  bool operator==(ProxySettings const&) const = default;
};

/// What `http_proxy`, `https_proxy` and `no_proxy` say; the same names in capitals where these are not set.
[[nodiscard]] ProxySettings proxies_in(Environment const& environment);

/// An HTTP proxy. `authorization` is the value of the header `Proxy-Authorization`.
struct Proxy {
  std::string host;
  int port = 0;
  std::optional<std::string> authorization = std::nullopt;

  bool operator==(Proxy const&) const = default;
};

/// The proxy for requests to an origin such as `https://host:port`; nothing when they go there directly, as those to
/// this machine always do. Throws ValueError for a proxy that cannot be used, showing no password.
[[nodiscard]] std::optional<Proxy> proxy_for(ProxySettings const& settings, std::string const& origin);

}  // namespace prompty
