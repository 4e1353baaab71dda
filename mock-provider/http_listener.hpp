#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "mock-provider/http/connection.hpp"
#include "mock-provider/http/start_error.hpp"

namespace mock_provider {

/// Two PEM files.
struct TlsFiles {
  std::string certificate;
  std::string key;
};

struct ListenerOptions {
  std::string host;
  int port = 0;                   ///< 0: any free one
  std::optional<int> bound = {};  ///< a socket that is bound already, instead of host and port
  http::ReadLimits limits;
  http::Patience patience;           ///< with a client that sends nothing, or too slowly
  std::size_t connections = 1;       ///< served at once; more wait
  std::optional<TlsFiles> tls = {};  ///< nothing: plain HTTP
};

/// Carries requests from sockets to handlers and their answers back.
class HttpListener {
 public:
  /// Listens from then on. Throws StartError when the port cannot be had.
  HttpListener(ListenerOptions const& options, http::Handlers handlers);
  HttpListener(HttpListener const&) = delete;
  HttpListener& operator=(HttpListener const&) = delete;
  ~HttpListener();

  [[nodiscard]] int port() const;
  /// Ends delays, streams and connections and returns when every thread has ended; may be called again.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace mock_provider
