#pragma once

#include <httplib.h>

#include <chrono>
#include <string>

#include "prompty/transport/bounded_client.hpp"
#include "prompty/transport/proxy.hpp"

namespace prompty {

/// A TLS client that reaches its server through the CONNECT of a proxy. The credentials of the proxy are sent to the
/// proxy alone; cpp-httplib would repeat it to the server.
class TunnelClient final : public BoundedClient<httplib::SSLClient> {
 public:
  TunnelClient(std::string const& host, int port, Proxy proxy, HttpOptions const& options, AnswerMeter& meter);

  /// Why the proxy opened no tunnel, as the end of a sentence about it; "" when it did or got no request.
  [[nodiscard]] std::string const& failure() const { return failure_; }

 private:
  bool create_and_connect_socket(Socket& socket, httplib::Error& error) override;
  [[nodiscard]] bool ask(int descriptor);
  [[nodiscard]] std::string read_head(int descriptor) const;

  std::string server_;
  Proxy proxy_;
  std::chrono::milliseconds patience_;
  std::string failure_;
};

}  // namespace prompty
