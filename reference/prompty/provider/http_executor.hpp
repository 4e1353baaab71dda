#pragma once

#include "prompty/protocols/protocols.hpp"
#include "prompty/provider/access.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// An executor whose `build_request` is sent once, below the endpoint of the agent's connection.
class HttpExecutor : public Executor {
 public:
  /// The provider's response. Throws before anything is sent what `access_of` and `build_request` throw;
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

  [[nodiscard]] HttpRequest http_request(ProviderRequest const& request, Access const& access, Accepted accepted) const;
  [[nodiscard]] Transport const& transport_of(Access const& access) const;

  std::shared_ptr<Transport const> transport_;
  std::shared_ptr<Connections const> connections_;
  KeyHeader key_header_;
  std::string_view request_id_header_;
};

}  // namespace prompty
