#include "prompty/tools/openapi/servers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "prompty/tools/openapi/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace servers {
namespace {

std::string default_of(Specification const& specification, Node const& server, std::string const& variable) {
  std::optional<Node> const variables = specification.member(server, "variables");
  std::optional<Node> const described = variables ? specification.member(*variables, variable) : std::optional<Node>();
  if (!described) specification.refuse(server, fmt::format("names a variable {} and does not describe it", variable));
  return specification.needed_text(*described, "default");
}

std::string with_defaults(Specification const& specification, Node const& server, std::string const& url) {
  std::string filled;
  std::size_t at = 0;
  while (at < url.size()) {
    std::size_t const open = url.find('{', at);
    std::size_t const close = open == std::string::npos ? open : url.find('}', open);
    if (close == std::string::npos) break;
    filled += url.substr(at, open - at) + default_of(specification, server, url.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return filled + url.substr(at);
}

bool is_absolute(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

/// The path of a URL up to and with its last slash.
std::string folder_of(std::string_view target) {
  std::string_view const path = target.substr(0, target.find('?'));
  return std::string(path.substr(0, path.rfind('/') + 1));
}

/// A path without steps that lead to itself or up.
std::string normalised(std::string_view path) {
  std::string result;
  while (!path.empty()) {
    std::size_t const end = std::min(path.find('/', 1), path.size());
    std::string_view const segment = path.substr(0, end);
    path.remove_prefix(end);
    if (segment == "/..") {
      result.erase(std::min(result.rfind('/'), result.size()));
    } else if (segment != "/.") {
      result += segment;
    }
  }
  return result;
}

}  // namespace
}  // namespace servers

std::optional<std::string> read_server(Specification const& specification, Node const& owner) {
  std::optional<Node> const list = specification.member(owner, "servers");
  if (!list) return std::nullopt;
  if (!list->value->is_array()) specification.refuse(*list, "must be a list");
  if (list->value->empty()) return std::nullopt;
  Node const first = specification.resolved({.value = &list->value->front(), .place = below(list->place, "0")});
  return servers::with_defaults(specification, first, specification.needed_text(first, "url"));
}

std::string absolute_server(std::string const& server, std::string const& source) {
  if (servers::is_absolute(server)) return server;
  bool const is_other_scheme = server.find("://") != std::string::npos;
  if (is_other_scheme || !servers::is_absolute(source)) throw errors::openapi_without_server(source, server);
  Url const document = parse_url(source);
  if (server.starts_with("//")) return document.origin.substr(0, document.origin.find(':') + 1) + server;
  if (server.starts_with("/")) return document.origin + servers::normalised(server);
  return document.origin + servers::normalised(servers::folder_of(document.target) + server);
}

}  // namespace prompty::openapi
