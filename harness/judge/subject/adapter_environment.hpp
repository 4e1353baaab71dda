#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/subject/network_namespace.hpp"

namespace conformance {

/// The value of an environment variable by its name, or nothing.
using VariableLookup = std::function<std::optional<std::string>(std::string const& name)>;

/// The variables of this process.
[[nodiscard]] std::optional<std::string> own_variable(std::string const& name);

/// Values of environment variables by their names.
using Variables = std::map<std::string, std::string>;

/// All that an adapter sees, as NAME=value: TMPDIR, which is its scratch folder; of PATH, HOME, LANG and the names in
/// `passed_on` those that are set; and of `given` those that none of these is, in capitals or small letters.
[[nodiscard]] std::vector<std::string> adapter_environment(std::string const& scratch,
                                                           std::vector<std::string> const& passed_on,
                                                           VariableLookup const& lookup, Variables const& given = {});

/// What the adapters of a run reach. A value: copies share one network.
struct AdapterNetwork {
  /// The network that they are moved into; none: that of this process.
  std::shared_ptr<NetworkNamespace const> own = {};
  /// A socket bound to the port of 127.0.0.1 that the proxies name, so that no other process listens there.
  std::shared_ptr<FileDescriptor const> closed_port = {};
  /// Their variables besides what the caller passes on.
  Variables variables = {};
  /// Which isolation is in force, as the rest of a sentence; "" when none was chosen.
  std::string description = {};

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
