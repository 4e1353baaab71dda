#pragma once

#include <memory>
#include <string>

#include "harness/subject/adapter_environment.hpp"
#include "harness/subject/network_namespace.hpp"

namespace conformance {

/// What the adapters of a run reach. A value: copies share one network.
struct AdapterNetwork {
  /// The network that they are moved into; none: that of this process.
  std::shared_ptr<NetworkNamespace const> own = {};
  /// A socket bound to the port of 127.0.0.1 that the proxies name, so that no other process listens there.
  std::shared_ptr<FileDescriptor const> closed_port = {};
  /// Their variables besides what the caller passes on.
  Variables variables = {};
  /// Which isolation is in force, as the rest of a sentence; "" when none was chosen.
  std::string told = {};

  [[nodiscard]] NetworkEntry entry() const;
};

/// A network of their own where the machine allows that; else proxies that refuse every connection, which keeps those
/// from other machines that heed proxies. Throws std::system_error when there is not even a free port.
[[nodiscard]] AdapterNetwork isolated_network();

/// The same with proxies, on any machine; `obstacle` says why.
[[nodiscard]] AdapterNetwork network_of_refusing_proxies(std::string const& obstacle);

/// The network of this process, as the caller wanted it.
[[nodiscard]] AdapterNetwork network_of_the_host();

}  // namespace conformance
