#include "mock-provider/http/listener.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>

#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/crew.hpp"
#include "mock-provider/http/lounge.hpp"

namespace mock_provider::http {
namespace {

/// A burst of clients waits here; those beyond it would try again only after a second.
constexpr int backlog = 1'024;

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses addresses_of(std::string const& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  int const failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  return Addresses(failure == 0 ? found : nullptr);
}

/// A descriptor that listens there; -1 and errno when that cannot be.
int listening_on(addrinfo const& address) {
  int const descriptor = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol);
  if (descriptor < 0) return -1;
  // Not SO_REUSEPORT, with which two servers would share a port and neither be told.
  int const yes = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  bool const is_bound = bind(descriptor, address.ai_addr, address.ai_addrlen) == 0;
  if (is_bound && listen(descriptor, backlog) == 0) return descriptor;
  int const reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

int port_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  // The socket functions of POSIX take every kind of address through a pointer to this one.
  getsockname(descriptor, static_cast<sockaddr*>(static_cast<void*>(&address)), &length);
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 version_six{};
    std::memcpy(&version_six, &address, sizeof(version_six));
    return ntohs(version_six.sin6_port);
  }
  sockaddr_in version_four{};
  std::memcpy(&version_four, &address, sizeof(version_four));
  return ntohs(version_four.sin_port);
}

/// Whether another try may succeed after a failed accept: not once the socket has been shut down.
bool is_passing(int reason) {
  return reason == EINTR || reason == ECONNABORTED || reason == EMFILE || reason == ENFILE || reason == ENOBUFS ||
         reason == ENOMEM || reason == EPROTO || reason == EAGAIN;
}

}  // namespace

ListeningSocket::ListeningSocket(std::string const& host, int port) {
  Addresses const addresses = addresses_of(host, port);
  errno = 0;
  for (addrinfo const* address = addresses.get(); address != nullptr && descriptor_ < 0; address = address->ai_next) {
    descriptor_ = listening_on(*address);
  }
  if (descriptor_ < 0 && errno == EADDRINUSE) {
    throw StartError(fmt::format("port {} on {} is in use: choose another, or 0 for any free one", port, host));
  }
  if (descriptor_ < 0) {
    throw StartError(
        fmt::format("cannot listen on {} port {}: check the host name and whether you may take this port", host, port));
  }
  port_ = port_of(descriptor_);
}

ListeningSocket::ListeningSocket(int bound) : descriptor_(fcntl(bound, F_DUPFD_CLOEXEC, 0)) {
  if (descriptor_ < 0 || listen(descriptor_, backlog) != 0) {
    int const reason = errno;
    if (descriptor_ >= 0) close(descriptor_);
    throw StartError(fmt::format("cannot listen on the socket that was given: {}", std::strerror(reason)));
  }
  port_ = port_of(descriptor_);
}

ListeningSocket::~ListeningSocket() {
  close(descriptor_);
}

int ListeningSocket::accept() const {
  for (;;) {
    int const descriptor = accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor >= 0 || !is_passing(errno)) return descriptor;
    // Out of descriptors or memory: others may end meanwhile.
    if (errno != EINTR && errno != ECONNABORTED) poll(nullptr, 0, 10);
  }
}

void ListeningSocket::shut_down() const {
  shutdown(descriptor_, SHUT_RDWR);
}

}  // namespace mock_provider::http

namespace mock_provider {
namespace {

/// Two for each core, since a request can be hard work, and those behind it are not to wait for that. More would only
/// push each other's data out of the caches.
std::size_t threads_at_work() {
  constexpr std::size_t enough = 16;
  return std::clamp<std::size_t>(std::size_t{2} * std::thread::hardware_concurrency(), 2, enough);
}

std::unique_ptr<http::TlsIdentity> identity_of(ListenerOptions const& options) {
  return options.tls ? std::make_unique<http::TlsIdentity>(options.tls->certificate, options.tls->key) : nullptr;
}

http::ListeningSocket socket_of(ListenerOptions const& options) {
  if (options.bound) return http::ListeningSocket(*options.bound);
  return {options.host, options.port};
}

}  // namespace

class HttpListener::Implementation {
 public:
  Implementation(ListenerOptions const& options, http::Handlers handlers)
      : handlers_(std::move(handlers)),
        limits_(options.limits),
        patience_(options.patience),
        identity_(identity_of(options)),
        socket_(socket_of(options)),
        waiting_(options.connections, handlers_.is_urgent),
        lounge_(patience_.silence),
        crew_(threads_at_work(), [this] { return serve_next(); }),
        thread_([this] { accept_connections(); }),
        usher_([this] { let_urgent_in(); }) {}

  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;

  ~Implementation() { stop(); }

  [[nodiscard]] int port() const { return socket_.port(); }

  void stop() {
    std::lock_guard const stopping(stop_mutex_);
    if (!thread_.joinable()) return;
    socket_.shut_down();
    connections_.end_all();
    thread_.join();
    waiting_.close();
    usher_.join();
    lounge_.close();
    crew_.join();
    lounge_.clear();
  }

 private:
  void accept_connections() {
    for (int descriptor = socket_.accept(); descriptor >= 0; descriptor = socket_.accept()) {
      admit(waiting_.enter(channel_of(descriptor)), http::Requests::all);
    }
  }

  [[nodiscard]] std::unique_ptr<http::Channel> channel_of(int descriptor) const {
    if (identity_) return std::make_unique<http::TlsChannel>(descriptor, patience_, *identity_);
    return std::make_unique<http::Channel>(descriptor, patience_);
  }

  /// Those who are let in before their turn end after one request, so that none of them waits for a second one.
  void let_urgent_in() {
    while (std::unique_ptr<http::Channel> urgent = waiting_.next_urgent()) {
      admit(std::move(urgent), http::Requests::first);
    }
  }

  /// nullptr for none.
  void admit(std::unique_ptr<http::Channel> channel, http::Requests requests) {
    while (channel != nullptr) {
      auto connection = std::make_unique<http::Connection>(std::move(channel), limits_, requests);
      bool const is_served = connections_.add(connection->descriptor());
      if (is_served && lounge_.take(connection)) return;
      channel = dismiss(std::move(connection));
    }
  }

  /// Ends it; who is let in instead.
  [[nodiscard]] std::unique_ptr<http::Channel> dismiss(std::unique_ptr<http::Connection> connection) {
    http::Requests const requests = connection->requests();
    connections_.remove(connection->descriptor());
    connection.reset();
    return waiting_.leave(requests);
  }

  /// A turn of the crew.
  bool serve_next() {
    std::unique_ptr<http::Connection> connection = lounge_.next();
    if (connection == nullptr) return false;
    bool const rests = connection->serve(handlers_) == http::Connection::Then::rests;
    if (!rests || !lounge_.take(connection)) admit(dismiss(std::move(connection)), http::Requests::all);
    return true;
  }

  http::Handlers const handlers_;
  http::ReadLimits const limits_;
  http::Patience const patience_;
  std::unique_ptr<http::TlsIdentity> const identity_;
  http::ListeningSocket socket_;
  http::ConnectionTable connections_;
  http::WaitingRoom waiting_;
  http::Lounge lounge_;
  Crew crew_;
  std::thread thread_;
  std::thread usher_;
  std::mutex stop_mutex_;
};

HttpListener::HttpListener(ListenerOptions const& options, http::Handlers handlers)
    : implementation_(std::make_unique<Implementation>(options, std::move(handlers))) {}

HttpListener::~HttpListener() = default;

int HttpListener::port() const {
  return implementation_->port();
}

void HttpListener::stop() {
  implementation_->stop();
}

}  // namespace mock_provider
