#include "prompty/tools/openapi/security.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

#include "prompty/tools/openapi/header_names.hpp"

namespace prompty::openapi {
namespace securing {
namespace {

Scheme key_scheme(Specification const& specification, Node const& node) {
  std::string const place = specification.needed_text(node, "in");
  Scheme scheme{.name = specification.needed_text(node, "name")};
  bool const is_usable =
      is_header_name(scheme.name) && (lower_case(scheme.name) == "authorization" || !is_header_of_http(scheme.name));
  if (!is_usable && place != "query") return scheme;
  if (place == "header") scheme.kind = SchemeKind::key_in_header;
  if (place == "query") scheme.kind = SchemeKind::key_in_query;
  if (place == "cookie") scheme.kind = SchemeKind::key_in_cookie;
  return scheme;
}

Scheme read_scheme(Specification const& specification, Node const& node) {
  std::string const type = specification.needed_text(node, "type");
  if (type == "apiKey") return key_scheme(specification, node);
  if (type == "oauth2" || type == "openIdConnect") return {.kind = SchemeKind::bearer};
  if (type != "http") return {};
  std::string const scheme = lower_case(specification.needed_text(node, "scheme"));
  if (scheme == "bearer") return {.kind = SchemeKind::bearer};
  if (scheme == "basic") return {.kind = SchemeKind::basic};
  return {};
}

Scheme scheme_named(Specification const& specification, Node const& requirement, std::string const& name) {
  std::optional<Node> const components = specification.member(specification.root(), "components");
  std::optional<Node> const schemes =
      components ? specification.member(*components, "securitySchemes") : std::optional<Node>();
  std::optional<Node> const described = schemes ? specification.member(*schemes, name) : std::optional<Node>();
  if (!described) {
    specification.refuse(requirement,
                         fmt::format("names {}, which components/securitySchemes does not describe", name));
  }
  return read_scheme(specification, *described);
}

}  // namespace
}  // namespace securing

std::optional<std::vector<Requirement>> read_security(Specification const& specification, Node const& operation) {
  std::optional<Node> list = specification.member(operation, "security");
  if (!list) list = specification.member(specification.root(), "security");
  if (!list) return std::nullopt;
  std::vector<Requirement> alternatives;
  specification.for_each_element(*list, [&](Node const& requirement) {
    Requirement needed;
    specification.for_each_member(requirement, [&](std::string const& name, Node const&) {
      needed.push_back(securing::scheme_named(specification, requirement, name));
    });
    alternatives.push_back(std::move(needed));
  });
  return alternatives;
}

}  // namespace prompty::openapi
