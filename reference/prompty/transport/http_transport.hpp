#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "prompty/transport/transport.hpp"

namespace prompty {

/// How long to wait for a connection, and for each piece of an answer. `certificate_authorities` is a PEM file to trust
/// instead of the system's own.
struct HttpOptions {
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds read_timeout = std::chrono::seconds(120);
  std::optional<std::string> certificate_authorities = std::nullopt;

  bool operator==(HttpOptions const&) const = default;
};

/// HTTP/1.1 over TCP or TLS with a new connection for each request. Certificates are checked, redirects are not
/// followed.
class HttpTransport final : public Transport {
 public:
  explicit HttpTransport(HttpOptions options = {});

  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override;

  /// A thread reads ahead of the caller by a few blocks, and ends with the body.
  [[nodiscard]] StreamedResponse stream(HttpRequest const& request) const override;

 private:
  HttpOptions options_;
};

}  // namespace prompty
