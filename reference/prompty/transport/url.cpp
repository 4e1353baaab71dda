#include "prompty/transport/url.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "prompty/transport/errors.hpp"

namespace prompty {
namespace url_parts {
namespace {

bool is_blank_or_control(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

bool is_port(std::string_view digits) {
  unsigned int port = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  return read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && port >= 1 && port <= 65535;
}

/// Where host ends in an authority: before the last colon that is not inside an IPv6 address.
std::size_t host_length(std::string_view authority) {
  std::size_t const colon = authority.rfind(':');
  std::size_t const bracket = authority.rfind(']');
  bool const inside_address = bracket != std::string_view::npos && colon != std::string_view::npos && colon < bracket;
  return colon == std::string_view::npos || inside_address ? authority.size() : colon;
}

/// The parameters of a query, each with what parts it from the next taken away.
std::vector<std::string_view> parameters_of(std::string_view query) {
  std::vector<std::string_view> parameters;
  while (!query.empty()) {
    std::size_t const end = std::min(query.find('&'), query.size());
    if (end > 0) parameters.push_back(query.substr(0, end));
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return parameters;
}

std::string_view name_of(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

std::string joined_query(std::string_view of_endpoint, std::string_view of_path) {
  std::vector<std::string_view> const chosen = parameters_of(of_endpoint);
  std::string query;
  for (std::string_view const parameter : parameters_of(of_path)) {
    bool const is_replaced = std::any_of(chosen.begin(), chosen.end(), [parameter](std::string_view other) {
      return name_of(other) == name_of(parameter);
    });
    if (!is_replaced) query += fmt::format("{}{}", query.empty() ? "?" : "&", parameter);
  }
  for (std::string_view const parameter : chosen) query += fmt::format("{}{}", query.empty() ? "?" : "&", parameter);
  return query;
}

bool is_unreserved(char c) {
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}

std::string_view query_of(std::string_view url) {
  std::size_t const mark = url.find('?');
  return mark == std::string_view::npos ? std::string_view() : url.substr(mark + 1);
}

}  // namespace
}  // namespace url_parts

Url parse_url(std::string_view url) {
  if (std::any_of(url.begin(), url.end(), url_parts::is_blank_or_control)) {
    throw errors::invalid_url(url, "it holds a blank or a control character");
  }
  std::size_t const scheme_end = url.find("://");
  std::string_view const scheme = url.substr(0, scheme_end == std::string_view::npos ? 0 : scheme_end);
  if (scheme != "http" && scheme != "https") throw errors::invalid_url(url, "it must start with http:// or https://");

  std::string_view const rest = url.substr(scheme_end + 3);
  std::string_view const authority = rest.substr(0, rest.find_first_of("/?#"));
  if (authority.find('@') != std::string_view::npos) {
    throw errors::invalid_url(url.substr(0, scheme_end + 3),
                              "user information belongs into the connection, not the URL");
  }
  std::size_t const host = url_parts::host_length(authority);
  if (host == 0) throw errors::invalid_url(url, "it names no host");
  if (host < authority.size() && !url_parts::is_port(authority.substr(host + 1))) {
    throw errors::invalid_url(url, "its port must be a number from 1 to 65535");
  }
  std::string_view const after = rest.substr(authority.size());
  std::string_view const target = after.substr(0, after.find('#'));
  std::string const slash = target.empty() || target.front() != '/' ? "/" : "";
  return {.origin = fmt::format("{}://{}", scheme, authority), .target = fmt::format("{}{}", slash, target)};
}

std::string join_url(std::string_view endpoint, std::string_view path) {
  std::string_view const base = endpoint.substr(0, endpoint.find_first_of("?#"));
  std::string_view const below = path.substr(0, path.find('?'));
  std::size_t const last = base.find_last_not_of('/');
  std::size_t const first = below.find_first_not_of('/');
  std::string_view const query = url_parts::query_of(endpoint.substr(0, endpoint.find('#')));
  // P7.9-17: slashes on either side of the seam are cut off before one is put there.
  return fmt::format("{}/{}{}", base.substr(0, last == std::string_view::npos ? 0 : last + 1),
                     first == std::string_view::npos ? "" : below.substr(first),
                     url_parts::joined_query(query, url_parts::query_of(path)));
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (char const c : text) {
    if (url_parts::is_unreserved(c)) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace prompty
