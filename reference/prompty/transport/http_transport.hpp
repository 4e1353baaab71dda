#pragma once

#include "prompty/transport/http_options.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// HTTP/1.1 over TCP or TLS with a new connection for each request, through a proxy where the options name one.
/// Certificates are checked, redirects are not followed. A thread reads each answer; one that becomes larger or
/// takes longer than the options let it is a ConnectionError.
class HttpTransport final : public Transport {
 public:
  explicit HttpTransport(HttpOptions options = {});

  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override;

  /// The thread reads ahead of the caller by a few blocks, and ends with the body.
  [[nodiscard]] StreamedResponse stream(HttpRequest const& request) const override;

  /// As `stream`. While the connection is being made, ending it takes as long as the options let that take.
  [[nodiscard]] StreamedResponse stream_within(HttpRequest const& request, RequestLimits const& limits) const override;

 private:
  HttpOptions options_;
};

}  // namespace prompty
