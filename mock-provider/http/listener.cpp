#include "mock-provider/http/listener.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>

#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/worker_pool.hpp"

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

/// Requests about the mock itself that are answered while all other threads are taken.
constexpr std::size_t most_urgent_at_once = 4;

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
        waiting_(handlers_.is_urgent),
        pool_(options.connections),
        urgent_pool_(most_urgent_at_once),
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
    pool_.shutdown();
    urgent_pool_.shutdown();
  }

 private:
  void accept_connections() {
    for (int descriptor = socket_.accept(); descriptor >= 0; descriptor = socket_.accept()) {
      waiting_.add(channel_of(descriptor));
      WorkerPool::Start const start = pool_.enqueue([this] { serve_oldest(); });
      if (start == WorkerPool::Start::later) waiting_.look_around();
    }
  }

  [[nodiscard]] std::unique_ptr<http::Channel> channel_of(int descriptor) const {
    if (identity_) return std::make_unique<http::TlsChannel>(descriptor, patience_, *identity_);
    return std::make_unique<http::Channel>(descriptor, patience_);
  }

  void serve_oldest() {
    // There is none when it was urgent and has been let in before its turn.
    std::unique_ptr<http::Channel> const channel = waiting_.take_oldest();
    if (channel != nullptr) serve(*channel, http::Requests::all);
  }

  /// Their connections end after one request, so that none of these few threads waits for a second one.
  void let_urgent_in() {
    while (std::unique_ptr<http::Channel> urgent = waiting_.next_urgent()) {
      urgent_pool_.enqueue([this, channel = std::shared_ptr<http::Channel>(std::move(urgent))] {
        serve(*channel, http::Requests::first);
      });
    }
  }

  void serve(http::Channel& channel, http::Requests requests) {
    if (!connections_.add(channel.descriptor())) return;
    if (channel.open()) http::serve(channel, limits_, handlers_, requests);
    connections_.remove(channel.descriptor());
  }

  http::Handlers const handlers_;
  http::ReadLimits const limits_;
  http::Patience const patience_;
  std::unique_ptr<http::TlsIdentity> const identity_;
  http::ListeningSocket socket_;
  http::ConnectionTable connections_;
  http::WaitingRoom waiting_;
  WorkerPool pool_;
  WorkerPool urgent_pool_;
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
