#pragma once

#include "prompty/transport/proxy.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// Timeouts for a connection and for each piece of an answer, and limits for a whole answer.
/// `certificate_authorities` is a PEM file to trust instead of the system's own. Without `proxies` a transport takes
/// none, and `make_runtime` those of its environment.
struct HttpOptions {
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds read_timeout = std::chrono::seconds(120);
  /// From the request to the end of the answer, with the time in which a stream waits for its reader. Without it a
  /// server that sends a byte now and then never times out.
  std::optional<std::chrono::milliseconds> total_timeout = std::chrono::hours(1);
  std::size_t max_header_bytes = std::size_t{256} * 1024;
  /// After decompression. For every body but a stream of events that is read as one.
  std::size_t max_answer_bytes = std::size_t{64} * 1024 * 1024;
  /// One event of a stream, and all bytes of one, after decompression.
  std::size_t max_event_bytes = SseDecoder::default_max_bytes;
  std::size_t max_stream_bytes = std::size_t{256} * 1024 * 1024;
  std::optional<std::string> certificate_authorities = std::nullopt;
  std::optional<ProxySettings> proxies = std::nullopt;

  bool operator==(HttpOptions const&) const = default;
};

/// HTTP/1.1 over TCP or TLS, through a proxy where the options name one. A connection is kept for the next request to
/// the same server, for a moment. Certificates are checked, redirects are not followed. A thread reads each
/// answer; one that becomes larger or takes longer than the options allow is a ConnectionError.
class HttpTransport final : public Transport {
 public:
  /// Threads and connections, kept from one request to the next.
  struct Kept;

  /// Connects to nothing yet.
  explicit HttpTransport(HttpOptions options = {});

  /// See `Transport::send`.
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override;

  /// The thread reads ahead of the caller by a few blocks, and ends with the body.
  [[nodiscard]] StreamedResponse stream(HttpRequest const& request) const override;

  /// As `stream`. While the connection is being made, ending it takes as long as the options let that take.
  [[nodiscard]] StreamedResponse stream_within(HttpRequest const& request, RequestLimits const& limits) const override;

 private:
  HttpOptions options_;
  std::shared_ptr<Kept> kept_;
};

}  // namespace prompty
