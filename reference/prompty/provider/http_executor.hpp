#pragma once

#include "prompty/provider/exchange.hpp"
#include "prompty/registry/connections.hpp"

namespace prompty {

/// Where an agent's requests go and how they are authenticated, by at most one credential: what its connection says,
/// with the client or token that the host has registered where the connection leaves that to it. Throws ValueError when
/// the agent has no connection, its kind is unknown, a field that the kind needs is missing or empty (P2.5-09),
/// or nothing is registered for it, and what a token source throws. What is secret in it goes into the
/// secrets of the connections.
[[nodiscard]] Client client_of(PromptyAgent const& agent, Connections const& connections);

/// Where a provider wants an API key, and what stands before it there. A bearer token stands in `Authorization` for all
/// of them.
struct KeyHeader {
  std::string_view name;
  std::string_view scheme = "";
};

/// The headers that carry the credential of `client_of`; none for no credential.
[[nodiscard]] Headers credential_headers(Client const& client, KeyHeader key_header);

/// An executor whose `build_request` is sent once, below the endpoint of the agent's connection.
class HttpExecutor : public Executor {
 public:
  /// The provider's response. Throws before anything is sent what `client_of` and `build_request` throw;
  /// ConnectionError when no complete answer arrives; ExecuteError, with the provider's own words, for an error status;
  /// ValueError for an answer that is not JSON.
  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const final;

  /// As `execute`, with `stream: true` in the request (P10.1-01). Throws ValueError also for an answer that is no event
  /// stream; what `next` throws is documented at `chunks_of`.
  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const final;

 protected:
  /// The provider takes a key in `key_header` and names its requests in the header `request_id_header`.
  HttpExecutor(std::shared_ptr<Transport const> transport, std::shared_ptr<Connections const> connections,
               KeyHeader key_header, std::string_view request_id_header);

 private:
  /// Throws NotImplementedError for an agent whose answers are never streamed.
  [[nodiscard]] virtual StreamFormat stream_format(PromptyAgent const& agent) const = 0;

  [[nodiscard]] HttpRequest http_request(ProviderRequest const& request, Client const& client, Accepted accepted) const;
  [[nodiscard]] Transport const& transport_of(Client const& client) const;

  std::shared_ptr<Transport const> transport_;
  std::shared_ptr<Connections const> connections_;
  KeyHeader key_header_;
  std::string_view request_id_header_;
};

}  // namespace prompty
