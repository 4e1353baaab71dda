#include "prompty/provider/http_executor.hpp"

#include "prompty/core/match.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/registry/errors.hpp"

namespace prompty {
namespace {

Client registered_client(std::string const& name, Connections const& connections) {
  std::shared_ptr<Client const> const client = connections.clients.find(name);
  // P7.9-07, P11.1-08: executors ask for the client before they send, so nothing is on its way yet.
  if (client == nullptr) throw errors::connection_not_registered(name);
  if (client->endpoint.empty()) throw errors::client_without_endpoint(name);
  // P7.9-06, P11.1-07: all of it comes from the client; a reference has nothing but the name.
  Client used = *client;
  if (used.bearer_token) used.api_key.reset();
  return used;
}

/// P7.9-08: with a token of the host, requested anew for each request, since tokens expire.
Client client_with_token(std::string endpoint, Connection const& connection, Connections const& connections) {
  std::string const kind = kind_of(connection);
  std::shared_ptr<TokenSource const> const source = connections.token_sources.find(kind);
  if (source == nullptr) throw errors::no_token_source(kind);
  std::string token = (*source)(connection);
  if (token.empty()) throw errors::empty_token(kind);
  return {.endpoint = std::move(endpoint), .bearer_token = std::move(token)};
}

Client client_by_kind(Connection const& connection, Connections const& connections) {
  auto const demand = [&connection](std::optional<std::string> const& field, std::string_view name) {
    if (!field || field->empty()) throw errors::connection_field_missing(kind_of(connection), name);
    return *field;
  };
  return match(
      connection,
      // P2.5-03: no address is assumed, not even that of the provider.
      [&](KeyConnection const& key) {
        return Client{.endpoint = demand(key.endpoint, "endpoint"), .api_key = demand(key.api_key, "apiKey")};
      },
      // P2.5-06: no credential; no key is searched for elsewhere.
      [&](AnonymousConnection const& anonymous) { return Client{.endpoint = demand(anonymous.endpoint, "endpoint")}; },
      // P2.5-04: endpoint and credential are those of the registered client.
      [&](ReferenceConnection const& reference) {
        return registered_client(demand(reference.name, "name"), connections);
      },
      [&](RemoteConnection const& remote) {
        std::string endpoint = demand(remote.endpoint, "endpoint");
        // P2.5-05: only the token source reads the target, yet it has to be there.
        static_cast<void>(demand(remote.target, "target"));
        return client_with_token(std::move(endpoint), connection, connections);
      },
      // P2.5-07: the endpoint is all that the file has to say; the token comes from the host.
      [&](FoundryConnection const& foundry) {
        return client_with_token(demand(foundry.endpoint, "endpoint"), connection, connections);
      },
      [&](OAuthConnection const& oauth) {
        std::string endpoint = demand(oauth.endpoint, "endpoint");
        // P2.5-08: no mode is assumed, since the token source may sign in by it.
        static_cast<void>(demand(oauth.authentication_mode, "authenticationMode"));
        return client_with_token(std::move(endpoint), connection, connections);
      },
      // P7.9-09: loading lets such a kind pass; only its use is an error.
      [](UnknownConnection const& unknown) -> Client { throw errors::unknown_connection_kind(unknown.kind); });
}

}  // namespace

Client client_of(PromptyAgent const& agent, Connections const& connections) {
  if (!agent.model || !agent.model->connection) throw errors::connection_missing();
  // P2.5-01: no other source counts, above all no environment variable.
  Client client = client_by_kind(*agent.model->connection, connections);
  connections.secrets->add_from_urls(client.endpoint);
  for (std::optional<std::string> const* const credential : {&client.api_key, &client.bearer_token}) {
    if (*credential) connections.secrets->add(**credential);
  }
  return client;
}

Headers credential_headers(Client const& client, KeyHeader key_header) {
  if (client.bearer_token) return {{"Authorization", fmt::format("Bearer {}", *client.bearer_token)}};
  if (!client.api_key) return {};
  return {{std::string(key_header.name), fmt::format("{}{}", key_header.scheme, *client.api_key)}};
}

HttpExecutor::HttpExecutor(std::shared_ptr<Transport const> transport, std::shared_ptr<Connections const> connections,
                           KeyHeader key_header, std::string_view request_id_header)
    : transport_(std::move(transport)),
      connections_(std::move(connections)),
      key_header_(key_header),
      request_id_header_(request_id_header) {}

Json HttpExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Client const client = client_of(agent, *connections_);
  HttpRequest const request = http_request(build_request(agent, messages), client, Accepted::json);
  return read_answer(transport_of(client).send(request), request.url, request_id_header_, *connections_->secrets);
}

std::shared_ptr<PromptyStream> HttpExecutor::execute_stream(PromptyAgent const& agent,
                                                            std::vector<Message> const& messages) const {
  StreamFormat const format = stream_format(agent);
  Client const client = client_of(agent, *connections_);
  ProviderRequest streamed = build_request(agent, messages);
  streamed.body["stream"] = true;
  HttpRequest const request = http_request(streamed, client, Accepted::event_stream);
  return read_stream(transport_of(client).stream(request), request.url, request_id_header_, format,
                     connections_->secrets);
}

HttpRequest HttpExecutor::http_request(ProviderRequest const& request, Client const& client, Accepted accepted) const {
  return to_http(request, client.endpoint, credential_headers(client, key_header_), accepted);
}

Transport const& HttpExecutor::transport_of(Client const& client) const {
  return client.transport == nullptr ? *transport_ : *client.transport;
}

}  // namespace prompty
