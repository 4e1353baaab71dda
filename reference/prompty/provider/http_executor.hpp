#pragma once

#include "prompty/protocols/protocols.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

/// One exchange with a provider: what is sent, what comes back as JSON, chunks or an error, and executors of it.
namespace prompty {

/// What an answer may be.
enum class Accepted { json, event_stream };

/// A provider's request as it is sent below `endpoint`: its own headers, those of JSON, `User-Agent: prompty/<version>`
/// (P7.8-05), and `credentials`.
[[nodiscard]] HttpRequest to_http(ProviderRequest const& request, std::string const& endpoint,
                                  Headers const& credentials, Accepted accepted = Accepted::json);

/// What a provider says about an error status: `error.message` of its JSON body, or `error`, or `message`; otherwise
/// the start of the body as text, or "no explanation" when that is blank.
[[nodiscard]] std::string error_text(HttpResponse const& response);

/// How long a provider wants no further request: its header `retry-after-ms`, or else `retry-after` in seconds, whole
/// or with a fraction. Nothing when there is neither, or when it is no number: a date would need a clock that both
/// agree on (P9.4-08, A-363).
[[nodiscard]] std::optional<std::chrono::milliseconds> retry_after(Headers const& headers);

/// The JSON of a provider's answer to a request to `url`. Throws ExecuteError for an error status, with the provider's
/// own words and the request id in the header of that name, or naming where a redirect points, which is not followed
/// and ValueError for a body that is not JSON. A provider may echo what it was sent: `secrets` are masked.
[[nodiscard]] Json read_answer(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                               Secrets const& secrets = {});

/// The next bytes of an answer's body as they arrive, cut anywhere; nothing when the body has ended. Throws
/// ConnectionError when it breaks off.
using ByteSource = std::function<std::optional<std::string>()>;

/// What marks the end of an event stream: `[DONE]` behind a chat completion, the last event of a response, the
/// last event of a message of Anthropic.
enum class StreamFormat : std::uint8_t { chat_completion, response, message };

/// Where an event stream comes from, for the errors about it.
struct StreamOrigin {
  std::string url;
  std::string request_id = {};  ///< by which the provider knows the request; "" when it gave none
  /// Masked in what the provider says of errors. Never null.
  std::shared_ptr<Secrets const> secrets = std::make_shared<Secrets const>();
};

/// The chunks in an event stream: the JSON of its events, up to the end and with the event that ends it, if that is
/// JSON. A chunk is given before later bytes are requested. Its `next` throws ConnectionError when the body ends
/// without what ends the format, however complete it looks (P10.1-02), ExecuteError for an error that the provider
/// reports on the way (P10.1-04), ValueError for an event that is not JSON, and ConnectionError for one that has more
/// than `max_event_bytes`; what arrived before is given first.
[[nodiscard]] PromptyStream chunks_of(ByteSource bytes, StreamOrigin origin, StreamFormat format,
                                      std::size_t max_event_bytes = SseDecoder::default_max_bytes);

/// The chunks of the answer to a request to `url`, whose id is in the header of that name. Throws for an answer that is
/// no event stream: ExecuteError for an error status, as `read_answer`, whose first megabyte of body is read for that,
/// and ValueError for a body of another type. `secrets` are masked as there. Never null.
[[nodiscard]] std::shared_ptr<PromptyStream> read_stream(
    StreamedResponse response, std::string const& url, std::string_view request_id_header, StreamFormat format,
    std::shared_ptr<Secrets const> secrets = std::make_shared<Secrets const>());

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
