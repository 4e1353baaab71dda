#include "mock-provider/http/caller_check.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::caller_check {
namespace {

/// How much of a header's value is said again in a refusal.
constexpr std::size_t longest_quote = 100;

/// The host in "host:port", in lower case; an IPv6 address keeps its brackets.
std::string host_in(std::string_view authority) {
  // The colons inside the brackets of an IPv6 address begin no port.
  std::size_t const bracket = authority.starts_with('[') ? authority.find(']') : std::string_view::npos;
  std::string_view host = authority.substr(0, authority.find(':', bracket == std::string_view::npos ? 0 : bracket));
  // A dot at the end says that the name is whole.
  if (host.ends_with('.')) host.remove_suffix(1);
  return lower_ascii(host);
}

std::optional<in_addr> version_four(std::string const& host) {
  in_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 ? std::optional<in_addr>(address) : std::nullopt;
}

std::optional<in6_addr> version_six(std::string const& host) {
  if (!host.starts_with('[') || !host.ends_with(']')) return std::nullopt;
  std::string const inside = host.substr(1, host.size() - 2);
  in6_addr address{};
  // The zone behind "%" says which network of this machine is meant.
  bool const is_address = inet_pton(AF_INET6, inside.substr(0, inside.find('%')).c_str(), &address) == 1;
  return is_address ? std::optional<in6_addr>(address) : std::nullopt;
}

/// What every resolver takes to this machine.
bool is_own_name(std::string const& host) {
  return host == "localhost" || host.ends_with(".localhost");
}

bool is_listed(std::vector<std::string> const& list, std::string const& value) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string const& entry) { return entry == "*" || lower_ascii(entry) == value; });
}

/// No name, and so nothing that a stranger can make point here.
bool is_address(std::string const& host) {
  return version_four(host) || version_six(host);
}

bool is_admitted_host(std::string const& value, AdmittedCallers const& admitted) {
  std::string const host = host_in(value);
  return value.empty() || is_own_name(host) || is_address(host) || is_listed(admitted.hosts, host);
}

bool is_admitted_origin(std::string const& value, std::string const* host, AdmittedCallers const& admitted) {
  std::string const origin = lower_ascii(value);
  if (is_listed(admitted.origins, origin)) return true;
  for (std::string_view const scheme : {"http://", "https://"}) {
    if (!origin.starts_with(scheme)) continue;
    std::string const authority = origin.substr(scheme.size());
    return is_loopback(host_in(authority)) || (host != nullptr && lower_ascii(*host) == authority);
  }
  return false;
}

}  // namespace

bool is_loopback(std::string const& host) {
  if (is_own_name(host)) return true;
  constexpr std::uint32_t loopback_network = 127;
  if (std::optional<in_addr> const address = version_four(host)) {
    return ntohl(address->s_addr) >> 24U == loopback_network;
  }
  std::optional<in6_addr> const address = version_six(host);
  return address && std::memcmp(&*address, &in6addr_loopback, sizeof(in6_addr)) == 0;
}

std::optional<std::string> objection(Headers const& headers, AdmittedCallers const& admitted) {
  std::string const* const host = header_named(headers, "host");
  for (auto const& [name, value] : headers) {
    if (same_header_name(name, "host") && !is_admitted_host(value, admitted)) {
      std::string const named = json_text::shortened(host_in(value), longest_quote);
      return fmt::format(
          "The mock is not to be reached under the name \"{0}\" (header Host), since a page in a browser can make a "
          "name of its own point here. Use localhost or an address, or start the mock with --allow-host {0}.",
          named);
    }
    if (same_header_name(name, "origin") && !is_admitted_origin(value, host, admitted)) {
      std::string const named = json_text::shortened(value, longest_quote);
      return fmt::format(
          "The mock takes no requests of pages of \"{0}\" (header Origin), since any page that is open in a browser "
          "could send them. To let this one, start the mock with --allow-origin {0}.",
          named);
    }
  }
  return std::nullopt;
}

}  // namespace mock_provider::caller_check

namespace mock_provider::cross_origin {

std::optional<std::string> reader(Headers const& headers, AdmittedCallers const& admitted) {
  if (admitted.origins.empty()) return std::nullopt;
  std::string const* const origin = header_named(headers, "origin");
  bool const may_read = origin != nullptr && caller_check::is_listed(admitted.origins, lower_ascii(*origin));
  return may_read ? std::optional<std::string>(*origin) : std::nullopt;
}

bool is_preflight(Request const& request) {
  return request.method == "OPTIONS" && header_named(request.headers, "access-control-request-method") != nullptr;
}

Answer preflight(Request const& request) {
  Answer answer;
  answer.status = 204;
  answer.content_type = "text/plain";
  answer.headers.emplace_back("access-control-allow-methods", "GET, POST, PUT, DELETE");
  if (std::string const* const wanted = header_named(request.headers, "access-control-request-headers")) {
    answer.headers.emplace_back("access-control-allow-headers", *wanted);
  }
  // A page of the public web asks whether it may reach into this machine.
  if (header_named(request.headers, "access-control-request-private-network") != nullptr) {
    answer.headers.emplace_back("access-control-allow-private-network", "true");
  }
  answer.headers.emplace_back("access-control-max-age", "600");
  return answer;
}

void let_read(Answer& answer, std::string const& origin) {
  answer.headers.emplace_back("access-control-allow-origin", origin);
  answer.headers.emplace_back("access-control-expose-headers", "*");
  answer.headers.emplace_back("vary", "origin");
}

}  // namespace mock_provider::cross_origin
