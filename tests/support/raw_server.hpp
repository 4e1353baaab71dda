#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <thread>

/// What a raw server does with the connection after its bytes.
enum class AfterBytes { close, reset, hold };

/// Takes one connection on a free port of 127.0.0.1, reads the request, writes `bytes` and then closes,
/// resets, or holds the connection until it is destroyed itself.
class RawServer {
 public:
  RawServer(std::string bytes, AfterBytes after) : bytes_(std::move(bytes)), after_(after) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback();
    if (bind(listener_, generic(address), sizeof address) != 0 || listen(listener_, 1) != 0 || pipe(stop_) != 0) {
      throw std::runtime_error("no local port");
    }
    socklen_t size = sizeof address;
    getsockname(listener_, generic(address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~RawServer() {
    close(stop_[1]);
    thread_.join();
    close(stop_[0]);
    close(listener_);
  }
  RawServer(RawServer const&) = delete;
  RawServer& operator=(RawServer const&) = delete;

  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  static sockaddr_in loopback() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  static sockaddr* generic(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

  /// Whether `socket` is readable before this server is to end.
  bool wait_for(int socket) {
    pollfd both[2] = {{socket, POLLIN, 0}, {stop_[0], POLLIN, 0}};
    poll(both, 2, 10'000);
    return both[1].revents == 0 && both[0].revents != 0;
  }

  /// Whether this is an HTTP request with its body, or the start of something else (TLS). To leave before the body came
  /// would make it a matter of chance which error the client sees.
  static bool is_whole(std::string const& received) {
    if (received.empty()) return false;
    if (received.front() < 'A') return true;
    std::size_t const end_of_head = received.find("\r\n\r\n");
    if (end_of_head == std::string::npos) return false;
    std::string const length_header = "\r\nContent-Length: ";
    std::size_t const length_at = received.find(length_header);
    if (length_at == std::string::npos || length_at > end_of_head) return true;
    return received.size() - end_of_head - 4 >= std::stoul(received.substr(length_at + length_header.size()));
  }

  void serve() {
    if (!wait_for(listener_)) return;
    int const connection = accept(listener_, nullptr, nullptr);
    std::string received;
    char buffer[4096];
    while (!is_whole(received) && wait_for(connection)) {
      ssize_t const count = recv(connection, buffer, sizeof buffer, 0);
      if (count <= 0) break;
      received.append(buffer, static_cast<std::size_t>(count));
    }
    send(connection, bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
    if (after_ == AfterBytes::reset) {
      linger const at_once{1, 0};
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    while (after_ == AfterBytes::hold && wait_for(connection)) {
      if (recv(connection, buffer, sizeof buffer, 0) <= 0) break;
    }
    close(connection);
  }

  std::string bytes_;
  AfterBytes after_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  int port_ = 0;
  std::thread thread_;
};
