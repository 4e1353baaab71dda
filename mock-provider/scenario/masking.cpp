#include "mock-provider/scenario/masking.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {
namespace {

template <std::size_t Count>
bool is_listed(std::array<std::string_view, Count> const& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) { return same_header_name(known, name); });
}

bool is_secret(std::string_view name) {
  constexpr std::array<std::string_view, 7> secrets{"authorization", "proxy-authorization", "x-api-key",
                                                    "api-key",       "x-goog-api-key",      "ocp-apim-subscription-key",
                                                    "cookie"};
  return is_listed(secrets, name);
}

bool is_secret_parameter(std::string_view name) {
  constexpr std::array<std::string_view, 8> secrets{"key",          "api_key", "api-key", "apikey",
                                                    "access_token", "token",   "sig",     "subscription-key"};
  return is_listed(secrets, percent_decoded(name));
}

/// The end of a secret, which tells it from others and is too little to use it.
std::string masked(std::string_view secret) {
  constexpr std::size_t shown = 4;
  return "****" + std::string(secret.size() < 3 * shown ? "" : secret.substr(secret.size() - shown));
}

/// Each cookie with its name.
std::string masked_cookies(std::string_view cookies) {
  std::string result;
  while (!cookies.empty()) {
    std::string_view const cookie = cookies.substr(0, cookies.find(';'));
    std::size_t const equals = cookie.find('=');
    result += equals == std::string_view::npos
                  ? masked(cookie)
                  : std::string(cookie.substr(0, equals + 1)) + masked(cookie.substr(equals + 1));
    cookies.remove_prefix(cookie.size());
    if (cookies.empty()) break;
    result += ';';
    cookies.remove_prefix(1);
  }
  return result;
}

/// How many characters the name of the scheme takes, with the blank after it; 0 when the value is the bare secret.
std::size_t scheme_length(std::string const& value) {
  for (std::string_view const scheme : {"bearer ", "basic "}) {
    if (same_header_name(std::string_view(value).substr(0, scheme.size()), scheme)) return scheme.size();
  }
  return 0;
}

}  // namespace

std::string shown_header(std::string_view name, std::string const& value) {
  if (!is_secret(name)) return value;
  if (same_header_name(name, "cookie")) return masked_cookies(value);
  std::size_t const start = scheme_length(value);
  return value.substr(0, start) + masked(std::string_view(value).substr(start));
}

std::string shown_query(std::string_view query) {
  std::string result;
  while (!query.empty()) {
    std::string_view const pair = query.substr(0, query.find('&'));
    std::size_t const equals = pair.find('=');
    bool const is_secret = equals != std::string_view::npos && is_secret_parameter(pair.substr(0, equals));
    result += pair.substr(0, is_secret ? equals + 1 : pair.size());
    if (is_secret) result += masked(pair.substr(equals + 1));
    query.remove_prefix(pair.size());
    if (query.empty()) break;
    result += '&';
    query.remove_prefix(1);
  }
  return result;
}

}  // namespace mock_provider
