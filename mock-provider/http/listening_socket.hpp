#pragma once

#include <string>

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
