#include "mock-provider/recording/bounded_client.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <functional>
#include <optional>

namespace mock_provider {
namespace {

constexpr std::string_view secure = "https://";
constexpr std::string_view plain = "http://";

struct Address {
  std::string host;
  int port = 0;
};

std::optional<int> port_in(std::string_view text) {
  int port = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  bool const is_port = error == std::errc() && end == text.data() + text.size() && port > 0 && port <= 65'535;
  return is_port ? std::optional(port) : std::nullopt;
}

std::optional<Address> address_in(std::string_view origin) {
  bool const is_secure = origin.starts_with(secure);
  if (!is_secure && !origin.starts_with(plain)) return std::nullopt;
  origin.remove_prefix((is_secure ? secure : plain).size());
  // The colons of an IPv6 address stand in brackets.
  std::size_t const bracket = origin.starts_with('[') ? origin.find(']') : 0;
  if (bracket == std::string_view::npos) return std::nullopt;
  std::size_t const colon = origin.find(':', bracket);
  std::string_view host = origin.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  if (host.empty()) return std::nullopt;
  if (colon == std::string_view::npos) return Address{.host = std::string(host), .port = is_secure ? 443 : 80};
  std::optional<int> const port = port_in(origin.substr(colon + 1));
  return port ? std::optional(Address{.host = std::string(host), .port = *port}) : std::nullopt;
}

/// A connection as cpp-httplib reads and writes it, whose end is where the bounds are exceeded.
class BoundedStream final : public httplib::Stream {
 public:
  /// `tls` is null for a connection without.
  BoundedStream(socket_t socket, SSL* tls, int seconds, AnswerBounds& bounds)
      : socket_(socket), tls_(tls), milliseconds_(seconds * 1'000), bounds_(bounds) {}

  [[nodiscard]] bool is_readable() const override {
    return used_ < held_ || (tls_ != nullptr && SSL_pending(tls_) > 0) || is_ready_for(POLLIN);
  }
  [[nodiscard]] bool is_writable() const override { return is_ready_for(POLLOUT); }

  ssize_t read(char* into, std::size_t size) override {
    if (used_ == held_) {
      ssize_t const received = receive();
      if (received <= 0) return received;
      used_ = 0;
      held_ = static_cast<std::size_t>(received);
    }
    std::string_view const bytes(buffer_.data() + used_, std::min(size, held_ - used_));
    if (!bounds_.take(bytes)) return -1;
    used_ += bytes.size();
    return static_cast<ssize_t>(bytes.copy(into, bytes.size()));
  }

  ssize_t write(char const* from, std::size_t size) override {
    while (is_writable()) {
      // SSL_get_error looks at what earlier calls of this thread have left.
      ERR_clear_error();
      ssize_t const sent = tls_ == nullptr ? ::send(socket_, from, size, MSG_NOSIGNAL)
                                           : SSL_write(tls_, from, static_cast<int>(std::min(size, most_at_once)));
      if (!is_worth_repeating(sent)) return sent;
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
  static constexpr std::size_t most_at_once = 65'536;

  [[nodiscard]] bool is_ready_for(short event) const {
    pollfd entry{.fd = socket_, .events = event, .revents = 0};
    int ready = ::poll(&entry, 1, milliseconds_);
    while (ready < 0 && errno == EINTR) ready = ::poll(&entry, 1, milliseconds_);
    return ready > 0;
  }

  [[nodiscard]] ssize_t receive() {
    while (is_readable()) {
      ERR_clear_error();
      ssize_t const received = tls_ == nullptr ? ::recv(socket_, buffer_.data(), buffer_.size(), 0)
                                               : SSL_read(tls_, buffer_.data(), static_cast<int>(buffer_.size()));
      if (!is_worth_repeating(received)) return received;
    }
    return -1;
  }

  /// Whether nothing was done, and nothing is wrong.
  [[nodiscard]] bool is_worth_repeating(ssize_t result) const {
    if (result >= 0) return false;
    if (tls_ == nullptr) return errno == EINTR || errno == EAGAIN;
    int const reason = SSL_get_error(tls_, static_cast<int>(result));
    return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE;
  }

  socket_t const socket_;
  SSL* const tls_;
  int const milliseconds_;
  AnswerBounds& bounds_;
  std::array<char, std::size_t{16}* 1024> buffer_ = {};
  std::size_t used_ = 0;  ///< bytes of the buffer that were read from it
  std::size_t held_ = 0;  ///< bytes that it holds, with those
};

/// `Base` is ClientImpl of cpp-httplib or its SSLClient.
template <class Base>
class BoundedClient final : public Base {
 public:
  BoundedClient(Address const& address, AnswerBounds& bounds, int read_seconds)
      : Base(address.host, address.port), bounds_(bounds), read_seconds_(read_seconds) {}

 private:
  bool process_socket(typename Base::Socket const& socket,
                      std::function<bool(httplib::Stream& stream)> callback) override {
    BoundedStream stream(socket.sock, socket.ssl, read_seconds_, bounds_);
    return callback(stream);
  }

  AnswerBounds& bounds_;
  int const read_seconds_;
};

}  // namespace

bool AnswerBounds::take(std::string_view bytes) {
  are_exceeded_ = are_exceeded_ || bytes_ > most_bytes || line_bytes_ > most_line_bytes;
  bytes_ += bytes.size();
  std::size_t const end_of_line = bytes.rfind('\n');
  line_bytes_ = end_of_line == std::string_view::npos ? line_bytes_ + bytes.size() : bytes.size() - end_of_line - 1;
  return !are_exceeded_;
}

void AnswerBounds::note_content() {
  bytes_ = 0;
  line_bytes_ = 0;
}

bool names_a_server(std::string const& origin) {
  return address_in(origin).has_value();
}

std::unique_ptr<httplib::ClientImpl> bounded_client(std::string const& origin, AnswerBounds& bounds, int read_seconds) {
  Address const address = address_in(origin).value();
  std::unique_ptr<httplib::ClientImpl> client;
  if (origin.starts_with(secure)) {
    client = std::make_unique<BoundedClient<httplib::SSLClient>>(address, bounds, read_seconds);
  } else {
    client = std::make_unique<BoundedClient<httplib::ClientImpl>>(address, bounds, read_seconds);
  }
  client->set_read_timeout(read_seconds);
  return client;
}

}  // namespace mock_provider
