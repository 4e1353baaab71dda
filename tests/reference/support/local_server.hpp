#pragma once

#include <httplib.h>

#include <cstddef>
#include <string>
#include <thread>

/// An HTTP server on a free port of 127.0.0.1 while it lives. Add routes to `server` before `start`.
template <class Server>
class LocalServer {
 public:
  template <class... Arguments>
  explicit LocalServer(Arguments&&... arguments) : server(std::forward<Arguments>(arguments)...) {}

  ~LocalServer() {
    server.stop();
    if (thread_.joinable()) thread_.join();
  }
  LocalServer(LocalServer const&) = delete;
  LocalServer& operator=(LocalServer const&) = delete;

  /// A connection ends after so many requests.
  void start(std::size_t requests_of_a_connection = 1) {
    server.set_keep_alive_max_count(requests_of_a_connection);
    port_ = server.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server.listen_after_bind(); });
    while (!server.is_running()) std::this_thread::yield();
  }

  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  Server server;

 private:
  int port_ = 0;
  std::thread thread_;
};
