#include "prompty/transport/proxy.hpp"

#include <algorithm>

#include "prompty/core/utf8.hpp"
#include "prompty/transport/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace {

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// Whether an entry of the list of hosts without proxy is about the server.
bool covers(std::string_view entry, Authority const& server) {
  if (entry == "*") return true;
  Authority const named = split_authority(entry, server.port);
  if (named.port != server.port) return false;
  std::string const listed = utf8::lower_ascii(named.host);
  std::string_view const domain = std::string_view(listed).substr(listed.starts_with('.') ? 1 : 0);
  if (domain.empty()) return false;
  return server.host == domain || server.host.ends_with(fmt::format(".{}", domain));
}

bool is_bypassed(std::string_view list, Authority const& server) {
  std::vector<std::string_view> const entries = parts_of(list, ',');
  return std::any_of(entries.begin(), entries.end(), [&server](std::string_view entry) {
    std::string_view const trimmed = utf8::trimmed(entry, " \t");
    return !trimmed.empty() && covers(trimmed, server);
  });
}

std::string variable_in(Environment const& environment, std::string const& name, std::string const& in_capitals) {
  if (std::optional<std::string> const value = environment(name)) return *value;
  return environment(in_capitals).value_or("");
}

Proxy read_proxy(std::string_view variable, std::string_view text) {
  std::size_t const scheme_end = text.find("://");
  std::string_view const scheme = scheme_end == std::string_view::npos ? "http" : text.substr(0, scheme_end);
  std::string_view rest = scheme_end == std::string_view::npos ? text : text.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  std::size_t const at = rest.rfind('@');
  std::string_view const authority = at == std::string_view::npos ? rest : rest.substr(at + 1);
  std::string const shown = fmt::format("{}://{}", scheme, authority);
  if (utf8::lower_ascii(scheme) != "http") {
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

ProxySettings proxies_in(Environment const& environment) {
  // In a CGI process HTTP_PROXY is what the client sent as its header Proxy.
  bool const may_be_forged = environment("REQUEST_METHOD").has_value();
  return {.http = variable_in(environment, "http_proxy", may_be_forged ? "http_proxy" : "HTTP_PROXY"),
          .https = variable_in(environment, "https_proxy", "HTTPS_PROXY"),
          .bypass = variable_in(environment, "no_proxy", "NO_PROXY")};
}

std::optional<Proxy> proxy_for(ProxySettings const& settings, std::string const& origin) {
  bool const is_secure = origin.starts_with("https://");
  // P7.9-16: by the scheme of the request; the proxy itself is spoken to over http in either case.
  std::string const& proxy = is_secure ? settings.https : settings.http;
  if (utf8::trimmed(proxy, " \t").empty()) return std::nullopt;
  Authority server = authority_of_origin(origin);
  server.host = utf8::lower_ascii(server.host);
  if (is_this_machine(server.host) || is_bypassed(settings.bypass, server)) return std::nullopt;
  return read_proxy(is_secure ? "https_proxy" : "http_proxy", utf8::trimmed(proxy, " \t"));
}

}  // namespace prompty
