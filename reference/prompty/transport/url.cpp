#include "prompty/transport/url.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <charconv>

#include "prompty/core/utf8.hpp"
#include "prompty/transport/errors.hpp"

namespace prompty {
namespace {

bool is_blank_or_control(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

/// 0 when it is no number from 1 to 65535.
int port_of(std::string_view digits) {
  int port = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  bool const is_port =
      read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && port >= 1 && port <= 65535;
  return is_port ? port : 0;
}

/// Where the host ends: before the last colon that is not inside an IPv6 address in brackets.
std::size_t host_length(std::string_view authority) {
  std::size_t const colon = authority.rfind(':');
  std::size_t const bracket = authority.rfind(']');
  bool const inside_address = bracket != std::string_view::npos && colon != std::string_view::npos && colon < bracket;
  return colon == std::string_view::npos || inside_address ? authority.size() : colon;
}

std::string_view name_of(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

std::string joined_query(std::string_view of_endpoint, std::string_view of_path) {
  std::vector<std::string_view> const chosen = parts_of(of_endpoint, '&');
  std::vector<std::string_view> query = parts_of(of_path, '&');
  std::erase_if(query, [&chosen](std::string_view parameter) {
    return std::any_of(chosen.begin(), chosen.end(),
                       [parameter](std::string_view other) { return name_of(other) == name_of(parameter); });
  });
  query.insert(query.end(), chosen.begin(), chosen.end());
  return query.empty() ? "" : fmt::format("?{}", fmt::join(query, "&"));
}

std::string_view query_of(std::string_view url) {
  std::size_t const mark = url.find('?');
  return mark == std::string_view::npos ? std::string_view() : url.substr(mark + 1);
}

}  // namespace

Url parse_url(std::string_view url) {
  if (std::any_of(url.begin(), url.end(), is_blank_or_control)) {
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
  std::size_t const host = host_length(authority);
  if (host == 0) throw errors::invalid_url(url, "it names no host");
  if (host < authority.size() && port_of(authority.substr(host + 1)) == 0) {
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
  std::string_view const query = query_of(endpoint.substr(0, endpoint.find('#')));
  // P7.9-17: slashes on either side of the seam are cut off before one is put there.
  return fmt::format("{}/{}{}", base.substr(0, last == std::string_view::npos ? 0 : last + 1),
                     first == std::string_view::npos ? "" : below.substr(first), joined_query(query, query_of(path)));
}

std::string base64(std::string_view bytes) {
  std::string encoded((bytes.size() + 2) / 3 * 4, '\0');
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                  reinterpret_cast<unsigned char const*>(bytes.data()), static_cast<int>(bytes.size()));
  return encoded;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Authority split_authority(std::string_view text, int default_port) {
  // Several colons without brackets are an address and no port.
  bool const is_bare_address = text.find(':') != text.rfind(':') && text.find(']') == std::string_view::npos;
  std::size_t const length = is_bare_address ? text.size() : host_length(text);
  std::string_view host = text.substr(0, length);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  int const port = length == text.size() ? default_port : port_of(text.substr(length + 1));
  return {.host = std::string(host), .port = port};
}

Authority authority_of_origin(std::string_view origin) {
  return split_authority(origin.substr(origin.find("://") + 3), origin.starts_with("https://") ? 443 : 80);
}

std::string basic_authorization(std::string_view user_information) {
  std::size_t const colon = user_information.find(':');
  std::string_view const user = user_information.substr(0, colon);
  std::string_view const password =
      colon == std::string_view::npos ? std::string_view() : user_information.substr(colon + 1);
  return fmt::format("Basic {}",
                     base64(fmt::format("{}:{}", utf8::percent_decoded(user), utf8::percent_decoded(password))));
}

}  // namespace prompty
