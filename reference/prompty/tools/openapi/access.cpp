#include "prompty/tools/openapi/access.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "prompty/core/errors.hpp"
#include "prompty/core/match.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/tools/openapi/errors.hpp"
#include "prompty/transport/basic_authorization.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace accessing {
namespace {

std::string demand(std::optional<std::string> const& field, std::string_view tool, std::string_view kind,
                   std::string_view name) {
  if (!field || field->empty()) throw errors::tool_connection_field_missing(tool, kind, name);
  return *field;
}

Access over_client(ReferenceConnection const& reference, std::string_view tool, Connections const& connections) {
  std::string const name = demand(reference.name, tool, "reference", "name");
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

Access with_token(std::optional<std::string> const& endpoint, Connection const& connection, std::string_view tool,
                  Connections const& connections) {
  std::string const kind = kind_of(connection);
  Access access{.endpoint = demand(endpoint, tool, kind, "endpoint")};
  std::shared_ptr<TokenSource const> const source = connections.token_sources.find(kind);
  std::string token = source == nullptr ? "" : (*source)(connection);
  if (token.empty()) throw errors::openapi_without_token(tool, kind);
  access.credential = Credential{.secret = Secret::token, .value = std::move(token)};
  return access;
}

void add_bearer(Proof& proof, std::string const& token) {
  proof.headers.emplace_back("Authorization", fmt::format("Bearer {}", token));
}

/// User and password are what they are: nothing in them is encoded yet.
std::string basic_value(std::string_view key) {
  std::size_t const colon = key.find(':');
  std::string const user = percent_encoded(key.substr(0, colon));
  if (colon == std::string_view::npos) return basic_authorization(user);
  return basic_authorization(fmt::format("{}:{}", user, percent_encoded(key.substr(colon + 1))));
}

bool serves(Credential const& credential, Scheme const& scheme) {
  switch (scheme.kind) {
    case SchemeKind::bearer:
      return true;
    case SchemeKind::key_in_header:
    case SchemeKind::key_in_query:
    case SchemeKind::key_in_cookie:
    case SchemeKind::basic:
      return credential.secret == Secret::key;
    case SchemeKind::other:
      return false;
  }
  return false;
}

void add(Proof& proof, Scheme const& scheme, std::string const& value) {
  switch (scheme.kind) {
    case SchemeKind::key_in_header:
      proof.headers.emplace_back(scheme.name, value);
      break;
    case SchemeKind::key_in_query:
      proof.query.push_back(fmt::format("{}={}", percent_encoded(scheme.name), percent_encoded(value)));
      break;
    case SchemeKind::key_in_cookie:
      proof.cookies.push_back(fmt::format("{}={}", scheme.name, percent_encoded(value)));
      break;
    case SchemeKind::basic:
      proof.headers.emplace_back("Authorization", basic_value(value));
      break;
    case SchemeKind::bearer:
      add_bearer(proof, value);
      break;
    case SchemeKind::other:
      break;
  }
}

Proof proof_by(Requirement const& requirement, Credential const& credential) {
  Proof proof;
  for (Scheme const& scheme : requirement) add(proof, scheme, credential.value);
  return proof;
}

Access by_kind(Connection const& connection, std::string const& tool, Connections const& connections) {
  return match(
      connection,
      [&](KeyConnection const& key) {
        return Access{
            .endpoint = demand(key.endpoint, tool, "key", "endpoint"),
            .credential = Credential{.secret = Secret::key, .value = demand(key.api_key, tool, "key", "apiKey")}};
      },
      [&](AnonymousConnection const& anonymous) {
        return Access{.endpoint = demand(anonymous.endpoint, tool, "anonymous", "endpoint")};
      },
      [&](ReferenceConnection const& reference) { return over_client(reference, tool, connections); },
      [&](RemoteConnection const& remote) { return with_token(remote.endpoint, connection, tool, connections); },
      [&](FoundryConnection const& foundry) { return with_token(foundry.endpoint, connection, tool, connections); },
      [&](OAuthConnection const& oauth) { return with_token(oauth.endpoint, connection, tool, connections); },
      [&](UnknownConnection const& unknown) -> Access {
        throw errors::tool_connection_kind_unknown(tool, unknown.kind);
      });
}

void note_secrets(Access const& access, Secrets& secrets) {
  if (access.endpoint) secrets.add_from_urls(*access.endpoint);
  if (!access.credential) return;
  secrets.add(access.credential->value);
  // As the header of a basic authorization has it.
  secrets.add(basic_value(access.credential->value));
}

}  // namespace
}  // namespace accessing

Access access_by(std::optional<Connection> const& connection, std::string const& tool, Connections const& connections) {
  if (!connection) return {};
  Access access = accessing::by_kind(*connection, tool, connections);
  accessing::note_secrets(access, *connections.secrets);
  return access;
}

std::optional<Proof> proof_for(Operation const& operation, std::optional<Credential> const& credential) {
  if (!credential) return Proof{};
  if (!operation.security) {
    Proof proof;
    accessing::add_bearer(proof, credential->value);
    return proof;
  }
  bool may_be_anonymous = operation.security->empty();
  for (Requirement const& requirement : *operation.security) {
    if (requirement.empty()) may_be_anonymous = true;
    bool const is_served = !requirement.empty() &&
                           std::all_of(requirement.begin(), requirement.end(),
                                       [&](Scheme const& scheme) { return accessing::serves(*credential, scheme); });
    if (is_served) return accessing::proof_by(requirement, *credential);
  }
  return may_be_anonymous ? std::optional<Proof>(Proof{}) : std::nullopt;
}

}  // namespace prompty::openapi
