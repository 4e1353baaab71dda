#include "mock-provider/http/channel.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "mock-provider/http/crew.hpp"
#include "mock-provider/http/listener.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace mock_provider::http {
namespace {

constexpr std::chrono::milliseconds longest_farewell{500};
constexpr std::size_t most_bytes_of_farewell = 4'194'304;

timespec remaining(Clock::time_point until) {
  std::chrono::nanoseconds const left = std::max(std::chrono::nanoseconds(0), until - Clock::now());
  std::chrono::seconds const whole = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {.tv_sec = whole.count(), .tv_nsec = (left - whole).count()};
}

/// The events of these that happen before that time; 0 for none.
short awaited(int descriptor, short events, Clock::time_point until) {
  for (;;) {
    pollfd waiting{.fd = descriptor, .events = events, .revents = 0};
    // poll counts in milliseconds, which is too coarse for frames that are paced.
    timespec const limit = remaining(until);
    int const count = ppoll(&waiting, 1, &limit, nullptr);
    if (count > 0) return waiting.revents;
    if (count == 0 || errno != EINTR) return 0;
  }
}

/// Sets how long a call of the socket blocks, by SO_RCVTIMEO or SO_SNDTIMEO, where it is another time than before.
void limit(int descriptor, int option, std::chrono::milliseconds time, std::chrono::milliseconds& known) {
  if (time == known) return;
  known = time;
  timeval const value{.tv_sec = time.count() / 1000, .tv_usec = time.count() % 1000 * 1000};
  setsockopt(descriptor, SOL_SOCKET, option, &value, sizeof(value));
}

/// Whether a call may be made once more after it ended for that reason: EAGAIN says that its time was up.
bool may_go_on(int reason) {
  return reason == EINTR || reason == EAGAIN || reason == EWOULDBLOCK;
}

}  // namespace

Channel::Channel(int descriptor, Patience patience)
    : descriptor_(descriptor), patience_(patience), left_(patience.total) {
  int const yes = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

Channel::~Channel() {
  close(descriptor_);
}

std::size_t Channel::read(std::span<char> room) {
  if (is_out_of_time()) return 0;
  ssize_t const at_hand = recv(descriptor_, room.data(), room.size(), MSG_DONTWAIT);
  if (at_hand >= 0) return static_cast<std::size_t>(at_hand);
  Crew::Pause const pause;
  while (!is_out_of_time()) {
    std::chrono::milliseconds const longest = longest_wait();
    limit(descriptor_, SO_RCVTIMEO, longest, longest_read_);
    Clock::time_point const start = Clock::now();
    ssize_t const count = recv(descriptor_, room.data(), room.size(), 0);
    int const reason = errno;
    count_wait_since(start);
    if (count > 0) return static_cast<std::size_t>(count);
    if (count == 0 || !may_go_on(reason) || (reason != EINTR && was_silence(longest))) return 0;
  }
  return 0;
}

std::size_t Channel::peek(std::span<char> room) {
  ssize_t const count = recv(descriptor_, room.data(), room.size(), MSG_PEEK | MSG_DONTWAIT);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

bool Channel::write(std::string_view bytes) {
  if (is_out_of_time()) return bytes.empty();
  ssize_t const at_once = send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (at_once > 0) bytes.remove_prefix(static_cast<std::size_t>(at_once));
  if (bytes.empty()) return true;
  Crew::Pause const pause;
  while (!bytes.empty()) {
    if (is_out_of_time()) return false;
    std::chrono::milliseconds const longest = longest_wait();
    limit(descriptor_, SO_SNDTIMEO, longest, longest_write_);
    Clock::time_point const start = Clock::now();
    ssize_t const sent = send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    int const reason = errno;
    count_wait_since(start);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (sent <= 0 && (!may_go_on(reason) || (reason != EINTR && was_silence(longest)))) return false;
  }
  return true;
}

std::chrono::milliseconds Channel::longest_wait() const {
  if (!left_) return patience_.silence;
  // Not 0, which stands for no limit.
  std::chrono::milliseconds const rest(
      std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::milliseconds>(*left_).count()));
  return std::min(rest, patience_.silence);
}

void Channel::count_wait_since(Clock::time_point start) {
  if (left_) *left_ -= Clock::now() - start;
}

bool Channel::was_silence(std::chrono::milliseconds waited) const {
  return waited == patience_.silence;
}

bool Channel::is_left_before(Clock::time_point until) const {
  Crew::Pause const pause;
  return awaited(descriptor_, POLLRDHUP, until) != 0;
}

bool Channel::is_left() const {
  return awaited(descriptor_, POLLRDHUP, Clock::now()) != 0;
}

bool Channel::is_ready_for(short events) {
  if (is_out_of_time()) return false;
  Crew::Pause const pause;
  Clock::time_point const start = Clock::now();
  bool const is_ready = awaited(descriptor_, events, start + longest_wait()) != 0;
  count_wait_since(start);
  return is_ready;
}

void Channel::finish() {
  shutdown(descriptor_, SHUT_WR);
  left_ = longest_farewell;
  std::array<char, 16'384> room{};
  for (std::size_t total = 0; total < most_bytes_of_farewell;) {
    // What comes is thrown away, so that it need not be deciphered.
    std::size_t const count = Channel::read(room);
    if (count == 0) return;
    total += count;
  }
}

void Channel::reset() const {
  // Unlike closing after shutdown, this sends RST and nothing else.
  sockaddr nowhere{};
  nowhere.sa_family = AF_UNSPEC;
  (void)connect(descriptor_, &nowhere, sizeof(nowhere));
}

namespace {

/// OpenSSL writes without MSG_NOSIGNAL, so that a client that has gone would end the process. To be called in each
/// thread that hands a session to it, since a connection is served by one thread and then by another.
void block_broken_pipe_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void require_readable(std::string const& file, std::string_view what) {
  if (std::optional<whole_file::Refusal> const refusal = whole_file::refusal_of(file))
    throw StartError(fmt::format("{} {}; name the {}, a PEM file", file, refusal->why, what));
}

}  // namespace

TlsIdentity::TlsIdentity(std::string const& certificate_file, std::string const& key_file)
    : context_(SSL_CTX_new(TLS_server_method())) {
  SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  require_readable(certificate_file, "certificate");
  require_readable(key_file, "key");
  if (SSL_CTX_use_certificate_chain_file(context_.get(), certificate_file.c_str()) != 1) {
    throw StartError(fmt::format("{} holds no certificate in PEM form", certificate_file));
  }
  bool const is_key = SSL_CTX_use_PrivateKey_file(context_.get(), key_file.c_str(), SSL_FILETYPE_PEM) == 1;
  if (!is_key || SSL_CTX_check_private_key(context_.get()) != 1) {
    throw StartError(fmt::format("{} holds no key, in PEM form, of the certificate in {}", key_file, certificate_file));
  }
}

TlsChannel::TlsChannel(int descriptor, Patience patience, TlsIdentity const& identity)
    : Channel(descriptor, patience), session_(SSL_new(identity.context())) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  SSL_set_fd(session_.get(), descriptor);
}

bool TlsChannel::open() {
  block_broken_pipe_signal();
  for (;;) {
    ERR_clear_error();
    int const result = SSL_accept(session_.get());
    if (result == 1) return true;
    if (!is_ready_again(result)) return false;
  }
}

std::size_t TlsChannel::read(std::span<char> room) {
  block_broken_pipe_signal();
  int const size = static_cast<int>(std::min<std::size_t>(room.size(), std::numeric_limits<int>::max()));
  for (;;) {
    ERR_clear_error();
    int const count = SSL_read(session_.get(), room.data(), size);
    if (count > 0) return static_cast<std::size_t>(count);
    if (!is_ready_again(count)) return 0;
  }
}

std::size_t TlsChannel::peek(std::span<char> room) {
  block_broken_pipe_signal();
  ERR_clear_error();
  if (SSL_is_init_finished(session_.get()) == 0 && SSL_accept(session_.get()) != 1) return 0;
  int const size = static_cast<int>(std::min<std::size_t>(room.size(), std::numeric_limits<int>::max()));
  return static_cast<std::size_t>(std::max(0, SSL_peek(session_.get(), room.data(), size)));
}

bool TlsChannel::holds_more() const {
  return SSL_pending(session_.get()) > 0;
}

bool TlsChannel::write(std::string_view bytes) {
  block_broken_pipe_signal();
  while (!bytes.empty()) {
    ERR_clear_error();
    int const size = static_cast<int>(std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max()));
    int const count = SSL_write(session_.get(), bytes.data(), size);
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    if (count <= 0 && !is_ready_again(count)) return false;
  }
  return true;
}

void TlsChannel::finish() {
  block_broken_pipe_signal();
  ERR_clear_error();
  SSL_shutdown(session_.get());
  fcntl(descriptor(), F_SETFL, fcntl(descriptor(), F_GETFL) & ~O_NONBLOCK);
  Channel::finish();
}

bool TlsChannel::is_ready_again(int result) {
  int const reason = SSL_get_error(session_.get(), result);
  if (reason == SSL_ERROR_WANT_READ) return is_ready_for(POLLIN);
  return reason == SSL_ERROR_WANT_WRITE && is_ready_for(POLLOUT);
}

}  // namespace mock_provider::http
