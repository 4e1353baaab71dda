#include "harness/judge/subject/adapter_environment.hpp"

#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <system_error>
#include <utility>

namespace conformance {
namespace {

/// HTTP_PROXY and http_proxy are one variable to most programs, and which of the two they prefer differs.
std::string in_capitals(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return name;
}

sockaddr* as_address(sockaddr_in& place) {
  return static_cast<sockaddr*>(static_cast<void*>(&place));
}

/// Bound and never listening: whoever connects there is refused at once.
FileDescriptor bound_closed_port() {
  FileDescriptor bound(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (!bound.is_open() || ::bind(bound.number(), as_address(place), sizeof place) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot keep a port of 127.0.0.1 closed");
  return bound;
}

int port_of_socket(FileDescriptor const& bound) {
  sockaddr_in place{};
  socklen_t length = sizeof place;
  ::getsockname(bound.number(), as_address(place), &length);
  return ntohs(place.sin_port);
}

/// Not "::1" among what needs no proxy: clients are known that fail to read it, and the mock provider is at 127.0.0.1.
Variables refusing_proxies(int port) {
  std::string const proxy = fmt::format("http://127.0.0.1:{}", port);
  std::string const direct = "127.0.0.1,localhost";
  return {{"HTTP_PROXY", proxy}, {"HTTPS_PROXY", proxy}, {"ALL_PROXY", proxy}, {"NO_PROXY", direct},
          {"http_proxy", proxy}, {"https_proxy", proxy}, {"all_proxy", proxy}, {"no_proxy", direct}};
}

}  // namespace

std::optional<std::string> own_variable(std::string const& name) {
  char const* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> adapter_environment(std::string const& scratch, std::vector<std::string> const& passed_on,
                                             VariableLookup const& lookup, Variables const& given) {
  std::set<std::string> names(passed_on.begin(), passed_on.end());
  names.insert({"PATH", "HOME", "LANG"});
  names.erase("TMPDIR");
  std::vector<std::string> environment = {"TMPDIR=" + scratch};
  std::set<std::string> taken;
  for (std::string const& name : names) {
    std::optional<std::string> const value = lookup(name);
    if (!value) continue;
    environment.push_back(name + "=" + *value);
    taken.insert(in_capitals(name));
  }
  for (auto const& [name, value] : given) {
    if (!taken.contains(in_capitals(name))) environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

NetworkEntry AdapterNetwork::entry() const {
  return own ? NetworkEntry{.user = own->user.number(), .network = own->network.number()} : NetworkEntry{};
}

AdapterNetwork isolated_network() {
  NetworkNamespaceTrial trial = make_network_namespace();
  if (!trial.made) return network_of_refusing_proxies(trial.obstacle);
  AdapterNetwork network;
  network.own = std::make_shared<NetworkNamespace const>(std::move(*trial.made));
  network.description = "a namespace of its own, with loopback alone";
  return network;
}

AdapterNetwork network_of_refusing_proxies(std::string const& obstacle) {
  AdapterNetwork network;
  network.closed_port = std::make_shared<FileDescriptor const>(bound_closed_port());
  network.variables = refusing_proxies(port_of_socket(*network.closed_port));
  network.description = fmt::format(
      "the host's, with proxy variables that name a closed port, since this machine allows no namespace ({})",
      obstacle);
  return network;
}

AdapterNetwork network_of_the_host() {
  AdapterNetwork network;
  network.description = "the host's, as --network host says";
  return network;
}

}  // namespace conformance
