#include "prompty/transport/bounded_stream.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string_view>

namespace prompty {
namespace bounded_stream {
namespace {

int at_most_int(std::size_t size) {
  return static_cast<int>(std::min(size, static_cast<std::size_t>(std::numeric_limits<int>::max())));
}

}  // namespace
}  // namespace bounded_stream

BoundedStream::BoundedStream(socket_t socket, SSL* tls, std::chrono::milliseconds patience, AnswerMeter& meter)
    : socket_(socket), tls_(tls), patience_(patience), meter_(meter) {}

bool BoundedStream::is_readable() const {
  bool const is_held = used_ < held_ || (tls_ != nullptr && SSL_pending(tls_) > 0);
  return is_held || is_ready_for(POLLIN);
}

bool BoundedStream::is_writable() const {
  return is_ready_for(POLLOUT);
}

ssize_t BoundedStream::read(char* into, std::size_t size) {
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

ssize_t BoundedStream::write(char const* from, std::size_t size) {
  if (size == 0) return 0;
  while (is_writable()) {
    ssize_t const sent = send_once(from, size);
    if (sent > 0) return sent;
    if (!is_worth_repeating(sent)) break;
  }
  return -1;
}

void BoundedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void BoundedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

bool BoundedStream::is_ready_for(short event) const {
  pollfd entry{.fd = socket_, .events = event, .revents = 0};
  int const milliseconds = bounded_stream::at_most_int(static_cast<std::size_t>(patience_.count()));
  int ready = ::poll(&entry, 1, milliseconds);
  while (ready < 0 && errno == EINTR) ready = ::poll(&entry, 1, milliseconds);
  return ready > 0;
}

ssize_t BoundedStream::receive() {
  while (is_readable()) {
    ssize_t const received = receive_once();
    if (!is_worth_repeating(received)) return received;
  }
  return -1;
}

ssize_t BoundedStream::receive_once() {
  if (tls_ == nullptr) return ::recv(socket_, buffer_.data(), buffer_.size(), 0);
  // SSL_get_error looks at what earlier calls of this thread have left.
  ERR_clear_error();
  return SSL_read(tls_, buffer_.data(), bounded_stream::at_most_int(buffer_.size()));
}

ssize_t BoundedStream::send_once(char const* from, std::size_t size) {
  if (tls_ == nullptr) return ::send(socket_, from, size, MSG_NOSIGNAL);
  ERR_clear_error();
  return SSL_write(tls_, from, bounded_stream::at_most_int(size));
}

/// Whether nothing was done, and nothing is wrong.
bool BoundedStream::is_worth_repeating(ssize_t result) const {
  if (result >= 0) return false;
  if (tls_ == nullptr) return errno == EINTR || errno == EAGAIN;
  int const reason = SSL_get_error(tls_, static_cast<int>(result));
  return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE;
}

}  // namespace prompty
