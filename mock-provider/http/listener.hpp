#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "mock-provider/http/connection.hpp"

namespace mock_provider {

/// The server cannot listen; `what()` is one sentence for the user.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mock_provider

namespace mock_provider::http {

/// A TCP socket that listens on one address.
class ListeningSocket {
 public:
  /// Listens from then on. Throws StartError when the address cannot be had. Port 0 takes any free one.
  ListeningSocket(std::string const& host, int port);
  /// Listens on a duplicate of a socket that is bound already, maybe in another network namespace. Throws StartError.
  explicit ListeningSocket(int bound);
  ListeningSocket(ListeningSocket const&) = delete;
  ListeningSocket& operator=(ListeningSocket const&) = delete;
  ~ListeningSocket();

  [[nodiscard]] int port() const { return port_; }
  /// The descriptor of the next connection, which the caller owns; -1 once the socket has been shut down.
  [[nodiscard]] int accept() const;
  /// Ends `accept` in any thread, and refuses connections from then on.
  void shut_down() const;

 private:
  int descriptor_ = -1;
  int port_ = 0;
};

}  // namespace mock_provider::http

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
