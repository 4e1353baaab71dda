#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

/// A proxy on a free port of 127.0.0.1 for one connection: it answers the first request with `answer` and, when that
/// lets the client through, carries bytes between it and a port of this machine, wherever the client wanted to go.
class ConnectProxy {
 public:
  ConnectProxy(std::string answer, int target_port) : answer_(std::move(answer)), target_port_(target_port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = local(0);
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::system_error(errno, std::generic_category(), "bind");
    ::listen(listener_, 1);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~ConnectProxy() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  ConnectProxy(ConnectProxy const&) = delete;
  ConnectProxy& operator=(ConnectProxy const&) = delete;

  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  /// The head of the request that came, waiting for it.
  [[nodiscard]] std::string const& head() const { return arrived_.get(); }

 private:
  static sockaddr_in local(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  void serve() {
    int const client = ::accept(listener_, nullptr, nullptr);
    if (client < 0) return;
    char byte = '\0';
    std::string head;
    while (!head.ends_with("\r\n\r\n") && ::recv(client, &byte, 1, 0) == 1) head += byte;
    head_.set_value(std::move(head));
    ::send(client, answer_.data(), answer_.size(), MSG_NOSIGNAL);
    if (answer_.find(" 200 ") != std::string::npos) relay(client);
    ::close(client);
  }

  void relay(int client) const {
    int const server = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = local(target_port_);
    if (::connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
      while (passed_on(client, server)) {
      }
    }
    ::close(server);
  }

  /// Waits for bytes from either side and hands them to the other; false when one has ended.
  static bool passed_on(int one, int other) {
    pollfd waiting[2] = {{.fd = one, .events = POLLIN, .revents = 0}, {.fd = other, .events = POLLIN, .revents = 0}};
    if (::poll(waiting, 2, 10'000) <= 0) return false;
    int const from = waiting[0].revents != 0 ? one : other;
    char buffer[4096];
    ssize_t const size = ::recv(from, buffer, sizeof buffer, 0);
    return size > 0 && ::send(from == one ? other : one, buffer, static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }

  std::string answer_;
  int target_port_;
  int listener_ = -1;
  int port_ = 0;
  std::promise<std::string> head_;
  std::shared_future<std::string> arrived_ = head_.get_future().share();
  std::thread thread_;
};
