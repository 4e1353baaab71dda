#include "prompty/transport/proxy.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "prompty/transport/authority.hpp"
#include "prompty/transport/basic_authorization.hpp"
#include "prompty/transport/errors.hpp"

namespace prompty {
namespace proxies {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// Whether an entry of the list of hosts without proxy is about the server.
bool covers(std::string_view entry, Authority const& server) {
  if (entry == "*") return true;
  Authority const named = split_authority(entry, server.port);
  if (named.port != server.port) return false;
  std::string const listed = lower_case(named.host);
  std::string_view const domain = std::string_view(listed).substr(listed.starts_with('.') ? 1 : 0);
  if (domain.empty()) return false;
  return server.host == domain || server.host.ends_with(fmt::format(".{}", domain));
}

bool is_bypassed(std::string_view list, Authority const& server) {
  while (!list.empty()) {
    std::size_t const end = std::min(list.find(','), list.size());
    std::string_view const entry = trimmed(list.substr(0, end));
    if (!entry.empty() && covers(entry, server)) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

std::string variable_in(Environment const& environment, std::string const& name, std::string const& in_capitals) {
  if (std::optional<std::string> const value = environment(name)) return *value;
  return environment(in_capitals).value_or("");
}

Proxy read(std::string_view variable, std::string_view text) {
  std::size_t const scheme_end = text.find("://");
  std::string_view const scheme = scheme_end == std::string_view::npos ? "http" : text.substr(0, scheme_end);
  std::string_view rest = scheme_end == std::string_view::npos ? text : text.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  std::size_t const at = rest.rfind('@');
  std::string_view const authority = at == std::string_view::npos ? rest : rest.substr(at + 1);
  std::string const shown = fmt::format("{}://{}", scheme, authority);
  if (lower_case(scheme) != "http") {
    throw errors::invalid_proxy(variable, shown, "only proxies that are reached over http:// are supported");
  }
  Authority const server = split_authority(authority, 80);
  if (server.host.empty()) throw errors::invalid_proxy(variable, shown, "it names no host");
  if (server.port == 0) throw errors::invalid_proxy(variable, shown, "its port must be a number from 1 to 65535");
  Proxy proxy{.host = server.host, .port = server.port};
  if (at != std::string_view::npos) proxy.authorization = basic_authorization(rest.substr(0, at));
  return proxy;
}

}  // namespace
}  // namespace proxies

ProxySettings proxies_in(Environment const& environment) {
  // In a CGI process HTTP_PROXY is what the client sent as its header Proxy.
  bool const may_be_forged = environment("REQUEST_METHOD").has_value();
  return {.http = proxies::variable_in(environment, "http_proxy", may_be_forged ? "http_proxy" : "HTTP_PROXY"),
          .https = proxies::variable_in(environment, "https_proxy", "HTTPS_PROXY"),
          .bypass = proxies::variable_in(environment, "no_proxy", "NO_PROXY")};
}

std::optional<Proxy> proxy_for(ProxySettings const& settings, std::string const& origin) {
  bool const is_secure = origin.starts_with("https://");
  // P7.9-16: by the scheme of the request; the proxy itself is spoken to over http in either case.
  std::string const& proxy = is_secure ? settings.https : settings.http;
  if (proxies::trimmed(proxy).empty()) return std::nullopt;
  Authority server = split_authority(std::string_view(origin).substr(origin.find("://") + 3), is_secure ? 443 : 80);
  server.host = proxies::lower_case(server.host);
  if (proxies::is_this_machine(server.host) || proxies::is_bypassed(settings.bypass, server)) return std::nullopt;
  return proxies::read(is_secure ? "https_proxy" : "http_proxy", proxies::trimmed(proxy));
}

}  // namespace prompty
