#include "prompty/provider/access.hpp"

#include <fmt/core.h>

#include "prompty/core/match.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/registry/errors.hpp"

namespace prompty {
namespace {

std::string demand_field(std::optional<std::string> const& field, std::string_view kind, std::string_view name) {
  if (!field || field->empty()) throw errors::connection_field_missing(kind, name);
  return *field;
}

Access over_client(ReferenceConnection const& reference, Connections const& connections) {
  std::string const name = demand_field(reference.name, "reference", "name");
  std::shared_ptr<Client const> const client = connections.clients.find(name);
  // P7.9-07, P11.1-08: executors ask for access before they send, so nothing is on its way yet.
  if (client == nullptr) throw errors::connection_not_registered(name);
  if (client->endpoint.empty()) throw errors::client_without_endpoint(name);
  // P7.9-06, P11.1-07: all of it comes from the client; a reference has nothing but the name.
  Access access{.endpoint = client->endpoint, .transport = client->transport};
  if (client->api_key) access.credential = ApiKey{*client->api_key};
  if (client->bearer_token) access.credential = BearerToken{*client->bearer_token};
  return access;
}

/// P7.9-08: access with a token of the host, requested anew for each request, since tokens expire.
Access with_token(std::string endpoint, Connection const& connection, Connections const& connections) {
  std::string const kind = kind_of(connection);
  std::shared_ptr<TokenSource const> const source = connections.token_sources.find(kind);
  if (source == nullptr) throw errors::no_token_source(kind);
  std::string token = (*source)(connection);
  if (token.empty()) throw errors::empty_token(kind);
  return {.endpoint = std::move(endpoint), .credential = BearerToken{std::move(token)}};
}

Access by_kind(Connection const& connection, Connections const& connections) {
  return match(
      connection,
      // P2.5-03: no address is assumed, not even that of the provider.
      [](KeyConnection const& key) {
        return Access{.endpoint = demand_field(key.endpoint, "key", "endpoint"),
                      .credential = ApiKey{demand_field(key.api_key, "key", "apiKey")}};
      },
      // P2.5-06: no credential; no key is searched for elsewhere.
      [](AnonymousConnection const& anonymous) {
        return Access{.endpoint = demand_field(anonymous.endpoint, "anonymous", "endpoint")};
      },
      // P2.5-04: endpoint and credential are those of the registered client.
      [&](ReferenceConnection const& reference) { return over_client(reference, connections); },
      [&](RemoteConnection const& remote) {
        std::string endpoint = demand_field(remote.endpoint, "remote", "endpoint");
        // P2.5-05: only the token source reads the target, yet it has to be there.
        static_cast<void>(demand_field(remote.target, "remote", "target"));
        return with_token(std::move(endpoint), connection, connections);
      },
      // P2.5-07: the endpoint is all that the file has to say; the token comes from the host.
      [&](FoundryConnection const& foundry) {
        return with_token(demand_field(foundry.endpoint, "foundry", "endpoint"), connection, connections);
      },
      [&](OAuthConnection const& oauth) {
        std::string endpoint = demand_field(oauth.endpoint, "oauth", "endpoint");
        // P2.5-08: no mode is assumed, since the token source may sign in by it.
        static_cast<void>(demand_field(oauth.authentication_mode, "oauth", "authenticationMode"));
        return with_token(std::move(endpoint), connection, connections);
      },
      // P7.9-09: loading lets such a kind pass; only its use is an error.
      [](UnknownConnection const& unknown) -> Access { throw errors::unknown_connection_kind(unknown.kind); });
}

void note_secrets(Access const& access, Secrets& secrets) {
  secrets.add_from_urls(access.endpoint);
  match(
      access.credential, [](NoCredential const&) {}, [&](ApiKey const& key) { secrets.add(key.value); },
      [&](BearerToken const& token) { secrets.add(token.value); });
}

std::string bearer(std::string_view token) {
  return fmt::format("Bearer {}", token);
}

}  // namespace

Access access_of(PromptyAgent const& agent, Connections const& connections) {
  if (!agent.model || !agent.model->connection) throw errors::connection_missing();
  // P2.5-01: no other source counts, above all no environment variable.
  Access access = by_kind(*agent.model->connection, connections);
  note_secrets(access, *connections.secrets);
  return access;
}

Headers credential_headers(Credential const& credential, KeyHeader header) {
  return match(
      credential, [](NoCredential const&) { return Headers{}; },
      [header](ApiKey const& key) {
        switch (header) {
          case KeyHeader::authorization:
            return Headers{{"Authorization", bearer(key.value)}};
          // P7.9-03: for Azure and Foundry, without the word Bearer; no second header repeats the key.
          case KeyHeader::api_key:
            return Headers{{"api-key", key.value}};
          // P7.9-04: for Anthropic; one credential gives one header, here as well as for a bearer token.
          case KeyHeader::x_api_key:
            return Headers{{"x-api-key", key.value}};
        }
        return Headers{};
      },
      [](BearerToken const& token) {
        return Headers{{"Authorization", bearer(token.value)}};
      });
}

}  // namespace prompty
