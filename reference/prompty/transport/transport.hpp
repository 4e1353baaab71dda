#pragma once

#include <utility>
#include <vector>

#include "prompty/core/host.hpp"
#include "prompty/transport/sse.hpp"

namespace prompty {

/// Names and values as they are sent or came; a name may occur more than once, and its letter case means nothing.
using Headers = std::vector<std::pair<std::string, std::string>>;

/// `url` is absolute and already percent-encoded.
struct HttpRequest {
  std::string method;
  std::string url;
  Headers headers;
  std::string body;

  bool operator==(HttpRequest const&) const = default;
};

/// A whole answer; names of headers in the case in which they came.
struct HttpResponse {
  int status = 0;
  Headers headers;
  std::string body;

  bool operator==(HttpResponse const&) const = default;
};

/// An answer whose body is still arriving.
struct StreamedResponse {
  int status = 0;
  Headers headers;
  /// The next bytes of the body, split anywhere; nothing at its end. Throws ConnectionError when it breaks off.
  /// Destroying it ends the connection.
  std::function<std::optional<std::string>()> body;
  /// The limit for one event, for callers that read the body as a stream of events.
  std::size_t max_event_bytes = SseDecoder::default_max_bytes;
};

/// When to give a request up although its answer has not ended.
struct RequestLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  Cancellation cancellation = {};
};

/// How long to wait for the answer at `url` before checking the limits again. Throws ConnectionError after the deadline
/// and CancelledError when cancellation is requested.
[[nodiscard]] std::chrono::steady_clock::time_point next_limit_check(RequestLimits const& limits, std::string_view url);

/// The value of the first header of that name, in whatever letter case.
[[nodiscard]] std::optional<std::string> find_header(Headers const& headers, std::string_view name);

/// Carries requests to a server. Implementations are shared between threads.
class Transport {
 public:
  virtual ~Transport() = default;

  /// The complete response, whatever its status. Throws ConnectionError when none arrives (refused, reset, timed out,
  /// not trusted, cut short, larger or slower than it may be) and ValueError for a URL or header that cannot be used.
  [[nodiscard]] virtual HttpResponse send(HttpRequest const& request) const = 0;

  /// The response as soon as its head is there, whatever its status. Throws as `send`, up to the head. Unless
  /// overridden it waits for all and gives the body in one piece.
  [[nodiscard]] virtual StreamedResponse stream(HttpRequest const& request) const;

  /// As `stream`, with limits for the whole answer, body included: throws, and its body throws, ConnectionError at the
  /// deadline and CancelledError soon after cancellation is requested. Unless overridden it checks between pieces.
  [[nodiscard]] virtual StreamedResponse stream_within(HttpRequest const& request, RequestLimits const& limits) const;
};

}  // namespace prompty
