#include "prompty/transport/tunnel_client.hpp"

#include <fmt/core.h>
#include <sys/socket.h>

#include <utility>

namespace prompty {
namespace tunnel {
namespace {

constexpr std::size_t most_head_bytes = std::size_t{64} * 1024;
constexpr std::string_view end_of_head = "\r\n\r\n";

std::string connect_request(std::string const& server, Proxy const& proxy) {
  std::string request = fmt::format("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n", server);
  if (proxy.authorization) request += fmt::format("Proxy-Authorization: {}\r\n", *proxy.authorization);
  return request + "\r\n";
}

bool send_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const sent = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// The status in `HTTP/1.1 200 …`; "" for anything else.
std::string status_in(std::string const& head) {
  bool const is_http = head.starts_with("HTTP/1.") && head.size() > 12 && head[8] == ' ';
  return is_http ? head.substr(9, 3) : "";
}

std::string in_authority(std::string const& host) {
  return host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
}

}  // namespace
}  // namespace tunnel

TunnelClient::TunnelClient(std::string const& host, int port, Proxy proxy, HttpOptions const& options,
                           AnswerMeter& meter)
    : BoundedClient<httplib::SSLClient>(host, port, meter, options.read_timeout),
      server_(fmt::format("{}:{}", tunnel::in_authority(host), port)),
      proxy_(std::move(proxy)),
      patience_(options.connect_timeout) {}

bool TunnelClient::create_and_connect_socket(Socket& socket, httplib::Error& error) {
  // With a proxy set the library connects there; taken away again, it does not send a CONNECT of its own.
  set_proxy(proxy_.host, proxy_.port);
  // The version of the class between would speak TLS with the proxy. NOLINTNEXTLINE(bugprone-parent-virtual-call)
  bool const is_connected = httplib::ClientImpl::create_and_connect_socket(socket, error);
  set_proxy("", -1);
  if (!is_connected) {
    failure_ = "cannot be reached";
    return false;
  }
  if (ask(socket.sock)) return true;
  error = httplib::Error::Connection;
  shutdown_socket(socket);
  close_socket(socket);
  return false;
}

bool TunnelClient::ask(int descriptor) {
  if (!tunnel::send_all(descriptor, tunnel::connect_request(server_, proxy_))) {
    failure_ = "ended the connection";
    return false;
  }
  std::string const head = read_head(descriptor);
  std::string const status = tunnel::status_in(head);
  if (status.starts_with('2')) return true;
  if (status == "407") {
    failure_ = proxy_.authorization ? "refuses the user and password that it was given (status 407)"
                                    : "wants a user and password (status 407): write http://user:password@host:port";
  } else if (status.empty()) {
    failure_ = "did not answer CONNECT as HTTP, or not in time";
  } else {
    failure_ = fmt::format("lets nothing through to {} (status {})", server_, status);
  }
  return false;
}

/// Byte by byte, since what follows belongs to the server.
std::string TunnelClient::read_head(int descriptor) const {
  std::chrono::steady_clock::time_point const end = std::chrono::steady_clock::now() + patience_;
  std::string head;
  while (head.size() < tunnel::most_head_bytes && std::chrono::steady_clock::now() < end) {
    char byte = '\0';
    if (::recv(descriptor, &byte, 1, 0) != 1) return "";
    head += byte;
    if (head.ends_with(tunnel::end_of_head)) return head;
  }
  return "";
}

}  // namespace prompty
