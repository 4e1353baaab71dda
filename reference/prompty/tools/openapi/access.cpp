#include "prompty/tools/openapi/access.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/registry/errors.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace {

/// The default of a variable of a server.
std::string default_of(Node const& server, std::string const& variable) {
  std::optional<Node> const variables = server.member("variables");
  std::optional<Node> const described = variables ? variables->member(variable) : std::optional<Node>();
  if (!described) server.refuse(fmt::format("names a variable {} and does not describe it", variable));
  return described->required_text("default");
}

Scheme key_scheme(Node const& node) {
  std::string const place = node.required_text("in");
  Scheme scheme{.name = node.required_text("name")};
  bool const is_usable = is_header_name(scheme.name) &&
                         (utf8::lower_ascii(scheme.name) == "authorization" || !is_header_of_http(scheme.name));
  if (!is_usable && place != "query") return scheme;
  if (place == "header") scheme.kind = SchemeKind::key_in_header;
  if (place == "query") scheme.kind = SchemeKind::key_in_query;
  if (place == "cookie") scheme.kind = SchemeKind::key_in_cookie;
  return scheme;
}

Scheme read_scheme(Node const& node) {
  std::string const type = node.required_text("type");
  if (type == "apiKey") return key_scheme(node);
  if (type == "oauth2" || type == "openIdConnect") return {.kind = SchemeKind::bearer};
  if (type != "http") return {};
  std::string const scheme = utf8::lower_ascii(node.required_text("scheme"));
  if (scheme == "bearer") return {.kind = SchemeKind::bearer};
  if (scheme == "basic") return {.kind = SchemeKind::basic};
  return {};
}

Scheme scheme_named(Node const& requirement, std::string const& name) {
  std::optional<Node> const components = requirement.root().member("components");
  std::optional<Node> const schemes = components ? components->member("securitySchemes") : std::optional<Node>();
  std::optional<Node> const described = schemes ? schemes->member(name) : std::optional<Node>();
  if (!described) {
    bool const is_address = name.find_first_of("/#") != std::string::npos;
    requirement.refuse(is_address
                           ? fmt::format("names {} by its address, which is new in OpenAPI 3.2 and not supported", name)
                           : fmt::format("names {}, which components/securitySchemes does not describe", name));
  }
  return read_scheme(*described);
}

Access over_client(std::string const& name, std::string const& tool, Connections const& connections) {
  std::shared_ptr<Client const> const client = connections.clients.find(name);
  if (client == nullptr) throw errors::openapi_connection_not_registered(tool, name);
  Access access{.transport = client->transport};
  if (!client->endpoint.empty()) access.endpoint = client->endpoint;
  if (client->api_key) access.credential = Credential{.secret = Secret::key, .value = *client->api_key};
  if (client->bearer_token) access.credential = Credential{.secret = Secret::token, .value = *client->bearer_token};
  // P11.4-06: without an endpoint the document would say who gets the credential.
  if (access.credential && client->endpoint.empty()) throw errors::client_without_endpoint(name);
  return access;
}

std::string token_for(Connection const& connection, std::string const& tool, Connections const& connections) {
  std::string const kind = kind_of(connection);
  std::shared_ptr<TokenSource const> const source = connections.token_sources.find(kind);
  std::string token = source == nullptr ? "" : (*source)(connection);
  if (token.empty()) throw errors::openapi_without_token(tool, kind);
  return token;
}

Access resolved(Connection const& connection, std::string const& tool, Connections const& connections) {
  auto const required = [&](std::optional<std::string> const& field, std::string_view name) {
    if (!field || field->empty()) throw errors::tool_connection_field_missing(tool, kind_of(connection), name);
    return *field;
  };
  return match(
      connection,
      [&](KeyConnection const& key) {
        return Access{.endpoint = required(key.endpoint, "endpoint"),
                      .credential = Credential{.secret = Secret::key, .value = required(key.api_key, "apiKey")}};
      },
      [&](AnonymousConnection const& anonymous) {
        return Access{.endpoint = required(anonymous.endpoint, "endpoint")};
      },
      [&](ReferenceConnection const& reference) {
        return over_client(required(reference.name, "name"), tool, connections);
      },
      [&](UnknownConnection const& unknown) -> Access {
        throw errors::tool_connection_kind_unknown(tool, unknown.kind);
      },
      // Remote, Foundry and OAuth.
      [&](auto const& by_token) {
        Access access{.endpoint = required(by_token.endpoint, "endpoint")};
        access.credential = Credential{.secret = Secret::token, .value = token_for(connection, tool, connections)};
        return access;
      });
}

/// `basic_authorization` decodes user and password.
std::string basic_value(std::string_view key) {
  std::size_t const colon = key.find(':');
  std::string const user = utf8::percent_encoded(key.substr(0, colon));
  if (colon == std::string_view::npos) return basic_authorization(user);
  return basic_authorization(fmt::format("{}:{}", user, utf8::percent_encoded(key.substr(colon + 1))));
}

bool satisfies(Credential const& credential, Scheme const& scheme) {
  bool const takes_keys = scheme.kind != SchemeKind::other && credential.secret == Secret::key;
  return takes_keys || scheme.kind == SchemeKind::bearer;
}

void add(Authentication& proof, Scheme const& scheme, std::string const& value) {
  SchemeKind const kind = scheme.kind;
  std::string const encoded = utf8::percent_encoded(value);
  if (kind == SchemeKind::key_in_header) proof.headers.emplace_back(scheme.name, value);
  if (kind == SchemeKind::key_in_query) proof.query.push_back(utf8::percent_encoded(scheme.name) + "=" + encoded);
  if (kind == SchemeKind::key_in_cookie) proof.cookies.push_back(scheme.name + "=" + encoded);
  if (kind == SchemeKind::basic) proof.headers.emplace_back("Authorization", basic_value(value));
  if (kind == SchemeKind::bearer) proof.headers.emplace_back("Authorization", "Bearer " + value);
}

}  // namespace

std::optional<std::string> read_server(Node const& owner) {
  std::optional<Node> const list = owner.member("servers");
  if (!list) return std::nullopt;
  if (!list->value->is_array()) list->refuse("must be a list");
  if (list->value->empty()) return std::nullopt;
  Node const first = list->part("0", list->value->front()).resolved();
  std::string url;
  split_template(
      first.required_text("url"), [&](std::string_view literal) { url += literal; },
      [&](std::string_view variable) { url += default_of(first, std::string(variable)); });
  return url;
}

std::string absolute_server(std::string const& server, std::string const& source) {
  if (is_url(server)) return server;
  bool const is_other_scheme = server.find("://") != std::string::npos;
  if (is_other_scheme || !is_url(source)) throw errors::openapi_without_server(source, server);
  return resolved_address(source, server);
}

std::optional<std::vector<Requirement>> read_security(Node const& operation) {
  std::optional<Node> list = operation.member("security");
  if (!list) list = operation.root().member("security");
  if (!list) return std::nullopt;
  std::vector<Requirement> alternatives;
  list->for_each_element([&](Node const& requirement) {
    Requirement needed;
    requirement.for_each_member(
        [&](std::string const& name, Node const&) { needed.push_back(scheme_named(requirement, name)); });
    alternatives.push_back(std::move(needed));
  });
  return alternatives;
}

Access access_by(std::optional<Connection> const& connection, std::string const& tool, Connections const& connections) {
  if (!connection) return {};
  Access access = resolved(*connection, tool, connections);
  if (access.endpoint) connections.secrets->add_from_urls(*access.endpoint);
  if (access.credential) {
    connections.secrets->add(access.credential->value);
    // As the header of a basic authorization has it.
    connections.secrets->add(basic_value(access.credential->value));
  }
  return access;
}

std::optional<Authentication> authentication_for(Operation const& operation,
                                                 std::optional<Credential> const& credential) {
  Authentication proof;
  if (!credential) return proof;
  if (!operation.security) {
    add(proof, {.kind = SchemeKind::bearer}, credential->value);
    return proof;
  }
  bool may_be_anonymous = operation.security->empty();
  for (Requirement const& requirement : *operation.security) {
    if (requirement.empty()) {
      may_be_anonymous = true;
    } else if (std::all_of(requirement.begin(), requirement.end(),
                           [&](Scheme const& scheme) { return satisfies(*credential, scheme); })) {
      for (Scheme const& scheme : requirement) add(proof, scheme, credential->value);
      return proof;
    }
  }
  return may_be_anonymous ? std::optional<Authentication>(proof) : std::nullopt;
}

}  // namespace prompty::openapi
