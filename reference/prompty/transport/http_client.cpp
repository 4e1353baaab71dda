#include "prompty/transport/http_client.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "prompty/transport/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace {

/// A connection as cpp-httplib reads and writes it, which ends when its meter says so. The library's own streams put no
/// limit on the length of a line.
class BoundedStream final : public httplib::Stream {
 public:
  /// `tls` is null for a connection without; `timeout` is how long to wait for the other side each time.
  BoundedStream(socket_t socket, SSL* tls, std::chrono::milliseconds timeout, AnswerMeter& meter)
      : socket_(socket), tls_(tls), timeout_(timeout), meter_(meter) {}

  [[nodiscard]] bool is_readable() const override { return holds_more() || is_ready_for(POLLIN); }

  /// Whether bytes have come that were not read.
  [[nodiscard]] bool holds_more() const { return used_ < held_ || (tls_ != nullptr && SSL_pending(tls_) > 0); }

  [[nodiscard]] bool is_writable() const override { return is_ready_for(POLLOUT); }

  /// How many bytes it gave; 0 at the end, -1 when nothing came in time, the connection broke, or a limit is exceeded.
  ssize_t read(char* into, std::size_t size) override {
    if (used_ == held_) {
      ssize_t const received = receive();
      if (received <= 0) return received;
      used_ = 0;
      held_ = static_cast<std::size_t>(received);
    }
    std::string_view const bytes(buffer_.data() + used_, std::min(size, held_ - used_));
    if (!meter_.take(bytes)) return -1;
    used_ += bytes.size();
    return static_cast<ssize_t>(bytes.copy(into, bytes.size()));
  }

  ssize_t write(char const* from, std::size_t size) override {
    if (size == 0) return 0;
    while (is_writable()) {
      ssize_t const sent = send_once(from, size);
      if (sent > 0) return sent;
      if (!is_worth_repeating(sent)) break;
    }
    return -1;
  }

  /// The library calls these in servers only.
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override { get_remote_ip_and_port(ip, port); }
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  static int at_most_int(std::size_t size) {
    return static_cast<int>(std::min(size, static_cast<std::size_t>(std::numeric_limits<int>::max())));
  }

  [[nodiscard]] bool is_ready_for(short event) const {
    pollfd entry{.fd = socket_, .events = event, .revents = 0};
    int const milliseconds = at_most_int(static_cast<std::size_t>(timeout_.count()));
    int ready = ::poll(&entry, 1, milliseconds);
    while (ready < 0 && errno == EINTR) ready = ::poll(&entry, 1, milliseconds);
    return ready > 0;
  }

  [[nodiscard]] ssize_t receive() {
    while (is_readable()) {
      ssize_t const received = receive_once();
      if (!is_worth_repeating(received)) return received;
    }
    return -1;
  }

  [[nodiscard]] ssize_t receive_once() {
    if (tls_ == nullptr) return ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    // SSL_get_error looks at what earlier calls of this thread have left.
    ERR_clear_error();
    return SSL_read(tls_, buffer_.data(), at_most_int(buffer_.size()));
  }

  [[nodiscard]] ssize_t send_once(char const* from, std::size_t size) {
    if (tls_ == nullptr) return ::send(socket_, from, size, MSG_NOSIGNAL);
    ERR_clear_error();
    return SSL_write(tls_, from, at_most_int(size));
  }

  /// Whether nothing was done, and nothing is wrong.
  [[nodiscard]] bool is_worth_repeating(ssize_t result) const {
    if (result >= 0) return false;
    if (tls_ == nullptr) return errno == EINTR || errno == EAGAIN;
    int const reason = SSL_get_error(tls_, static_cast<int>(result));
    return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE;
  }

  socket_t socket_;
  SSL* tls_;
  std::chrono::milliseconds timeout_;
  AnswerMeter& meter_;
  std::array<char, std::size_t{16}* 1024> buffer_ = {};
  std::size_t used_ = 0;  ///< bytes of the buffer that were read from it
  std::size_t held_ = 0;  ///< bytes that it holds, with those
};

/// A client of cpp-httplib (`Base` is its ClientImpl or SSLClient) that reads and writes through a BoundedStream.
template <class Base>
class BoundedClient : public Base {
 public:
  BoundedClient(std::string const& host, int port, AnswerMeter& meter, std::chrono::milliseconds timeout)
      : Base(host, port), meter_(&meter), timeout_(timeout) {}

 private:
  bool process_socket(typename Base::Socket const& socket,
                      std::function<bool(httplib::Stream& stream)> callback) override {
    BoundedStream stream(socket.sock, socket.ssl, timeout_, *meter_);
    bool const is_answered = callback(stream);
    // What stands behind an answer does not answer the next request. The library may have ended the connection already.
    if (socket.is_open() && stream.holds_more()) this->stop();
    return is_answered;
  }

  AnswerMeter* meter_;
  std::chrono::milliseconds timeout_;
};

/// A TLS client that reaches its server through the CONNECT of a proxy. The credentials of the proxy are sent to the
/// proxy alone; cpp-httplib would repeat them to the server.
class TunnelClient final : public BoundedClient<httplib::SSLClient> {
 public:
  TunnelClient(Authority const& server, Proxy proxy, HttpOptions const& options, AnswerMeter& meter)
      : BoundedClient<httplib::SSLClient>(server.host, server.port, meter, options.read_timeout),
        server_(server.host.find(':') == std::string::npos ? fmt::format("{}:{}", server.host, server.port)
                                                           : fmt::format("[{}]:{}", server.host, server.port)),
        proxy_(std::move(proxy)),
        timeout_(options.connect_timeout) {}

  /// Why the proxy opened no tunnel, as the end of a sentence about it; "" when it did or got no request.
  [[nodiscard]] std::string const& failure() const { return failure_; }

 private:
  bool create_and_connect_socket(Socket& socket, httplib::Error& error) override {
    // With a proxy set the library connects there; taken away again, it does not send a CONNECT of its own.
    set_proxy(proxy_.host, proxy_.port);
    // The version of the class between would speak TLS with the proxy. NOLINTNEXTLINE(bugprone-parent-virtual-call)
    bool const is_connected = httplib::ClientImpl::create_and_connect_socket(socket, error);
    set_proxy("", -1);
    failure_ = is_connected ? open_tunnel(socket.sock) : "cannot be reached";
    if (!is_connected || failure_.empty()) return is_connected;
    error = httplib::Error::Connection;
    shutdown_socket(socket);
    close_socket(socket);
    return false;
  }

  /// Why none was opened, "" when it was.
  [[nodiscard]] std::string open_tunnel(int descriptor) const {
    std::string request = fmt::format("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n", server_);
    if (proxy_.authorization) request += fmt::format("Proxy-Authorization: {}\r\n", *proxy_.authorization);
    if (!send_all(descriptor, request + "\r\n")) return "ended the connection";
    std::string const status = status_in(read_head(descriptor));
    if (status.starts_with('2')) return "";
    if (status.empty()) return "did not answer CONNECT as HTTP, or not in time";
    if (status != "407") return fmt::format("lets nothing through to {} (status {})", server_, status);
    return proxy_.authorization ? "refuses the user and password that it was given (status 407)"
                                : "wants a user and password (status 407): write http://user:password@host:port";
  }

  static bool send_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
      ssize_t const sent = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// Byte by byte, since what follows belongs to the server.
  [[nodiscard]] std::string read_head(int descriptor) const {
    constexpr std::size_t max_bytes = std::size_t{64} * 1024;
    std::chrono::steady_clock::time_point const end = std::chrono::steady_clock::now() + timeout_;
    std::string head;
    while (head.size() < max_bytes && std::chrono::steady_clock::now() < end) {
      char byte = '\0';
      if (::recv(descriptor, &byte, 1, 0) != 1) return "";
      head += byte;
      if (head.ends_with("\r\n\r\n")) return head;
    }
    return "";
  }

  /// The status in `HTTP/1.1 200 …`; "" for anything else.
  static std::string status_in(std::string const& head) {
    bool const is_http = head.starts_with("HTTP/1.") && head.size() > 12 && head[8] == ' ';
    return is_http ? head.substr(9, 3) : "";
  }

  std::string server_;
  Proxy proxy_;
  std::chrono::milliseconds timeout_;
  std::string failure_;
};

double in_seconds(std::chrono::milliseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

bool has_line_break(std::string const& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

httplib::Request to_httplib(HttpRequest const& request, std::string const& target) {
  httplib::Request converted;
  converted.method = request.method;
  converted.path = target;
  converted.body = request.body;
  for (auto const& [name, value] : request.headers) {
    if (has_line_break(name) || has_line_break(value)) throw errors::invalid_header(name);
    converted.headers.emplace(name, value);
  }
  return converted;
}

void configure(httplib::ClientImpl& client, HttpOptions const& options) {
  client.set_connection_timeout(options.connect_timeout);
  client.set_read_timeout(options.read_timeout);
  client.set_write_timeout(options.read_timeout);
  client.set_keep_alive(true);
  // The library sends head and body apart; the body must not wait until the head has been acknowledged.
  client.set_tcp_nodelay(true);
  // P7.9-13: a redirect could take the credential to a host that the user has not chosen.
  client.set_follow_location(false);
  // P7.9-15: chain, dates and host name are checked before a header is sent.
  client.enable_server_certificate_verification(true);
  // The target is encoded already; encoding it again would change it.
  client.set_url_encode(false);
  if (options.certificate_authorities) client.set_ca_cert_path(*options.certificate_authorities);
}

}  // namespace

HttpClient::HttpClient(std::string origin, HttpOptions const& options)
    : origin_(std::move(origin)), options_(options), meter_(options) {
  if (options.proxies) proxy_ = proxy_for(*options.proxies, origin_);
  bool const is_secure = origin_.starts_with("https://");
  Authority const server = authority_of_origin(origin_);
  if (!is_secure) {
    client_ =
        std::make_unique<BoundedClient<httplib::ClientImpl>>(server.host, server.port, meter_, options.read_timeout);
    if (proxy_) client_->set_proxy(proxy_->host, proxy_->port);
  } else if (proxy_) {
    client_ = std::make_unique<TunnelClient>(server, *proxy_, options, meter_);
  } else {
    client_ =
        std::make_unique<BoundedClient<httplib::SSLClient>>(server.host, server.port, meter_, options.read_timeout);
  }
  configure(*client_, options_);
  client_->set_socket_options([this](socket_t socket) { breaker_.watch(socket); });
}

void HttpClient::prepare(HttpRequest const& request) {
  url_ = without_url_secrets(request.url);
  meter_ = AnswerMeter(options_, url_);
  request_ = to_httplib(request, parse_url(request.url).target);
  bool const asks_proxy = proxy_ && proxy_->authorization && !origin_.starts_with("https://");
  if (asks_proxy) request_.headers.emplace("Proxy-Authorization", *proxy_->authorization);
}

bool HttpClient::is_connected() const {
  pollfd connection{.fd = client_->socket(), .events = POLLIN, .revents = 0};
  return client_->is_socket_open() != 0 && ::poll(&connection, 1, 0) == 0;
}

std::exception_ptr HttpClient::failure(httplib::Error error, std::chrono::steady_clock::duration waited) const {
  if (meter_.excess()) return std::make_exception_ptr(*meter_.excess());
  return std::make_exception_ptr(connection_failure(error, waited));
}

ConnectionError HttpClient::connection_failure(httplib::Error error, std::chrono::steady_clock::duration waited) const {
  if (!proxy_) return errors::no_answer(url_, cause(error, waited));
  std::string const proxy = fmt::format("http://{}:{}", proxy_->host, proxy_->port);
  TunnelClient const* const tunnel = dynamic_cast<TunnelClient const*>(client_.get());
  if (tunnel != nullptr && !tunnel->failure().empty()) return errors::proxy_failed(url_, proxy, tunnel->failure());
  bool const is_unreachable = error == httplib::Error::Connection || error == httplib::Error::ConnectionTimeout;
  if (is_unreachable) return errors::proxy_failed(url_, proxy, "cannot be reached");
  return errors::no_answer(url_, cause(error, waited));
}

AnswerLimitError HttpClient::too_slow() const {
  return errors::answer_too_slow(url_, in_seconds(options_.total_timeout.value_or(std::chrono::milliseconds{})));
}

std::string HttpClient::cause(httplib::Error error, std::chrono::steady_clock::duration waited) const {
  using httplib::Error;
  if (error == Error::Connection && waited < std::min(options_.read_timeout, options_.connect_timeout)) {
    return "the connection was refused, or the host is unknown";
  }
  if (error == Error::Connection || error == Error::ConnectionTimeout) {
    return fmt::format("timed out after {} seconds without a connection", in_seconds(options_.connect_timeout));
  }
  if (error == Error::Read && waited >= options_.read_timeout) {
    return fmt::format("timed out: nothing came for {} seconds", in_seconds(options_.read_timeout));
  }
  if (error == Error::Read) return "the connection ended before the answer was complete";
  if (error == Error::Write) return "the connection ended while the request was being sent";
  if (error == Error::SSLConnection) return "the TLS handshake failed";
  if (error == Error::SSLLoadingCerts) {
    return fmt::format("the certificates to trust could not be loaded from {}",
                       options_.certificate_authorities.value_or("the system"));
  }
  if (error == Error::SSLServerVerification) {
    httplib::SSLClient const* const client = dynamic_cast<httplib::SSLClient const*>(client_.get());
    long const result = client == nullptr ? X509_V_OK : client->get_openssl_verify_result();
    // When the chain is good, and still the server was refused, it is another host's.
    return fmt::format("the server's certificate is not trusted ({})",
                       result == X509_V_OK ? "it is made out to another host" : X509_verify_cert_error_string(result));
  }
  return httplib::to_string(error);
}

}  // namespace prompty
