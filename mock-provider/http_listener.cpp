#include "mock-provider/http_listener.hpp"

#include <mutex>
#include <thread>

#include "mock-provider/http/connection_table.hpp"
#include "mock-provider/http/listening_socket.hpp"
#include "mock-provider/http/tls_channel.hpp"
#include "mock-provider/http/waiting_room.hpp"
#include "mock-provider/worker_pool.hpp"

namespace mock_provider {
namespace http_listener {
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
}  // namespace http_listener

class HttpListener::Implementation {
 public:
  Implementation(ListenerOptions const& options, http::Handlers handlers)
      : handlers_(std::move(handlers)),
        limits_(options.limits),
        patience_(options.patience),
        identity_(http_listener::identity_of(options)),
        socket_(http_listener::socket_of(options)),
        waiting_(handlers_.is_urgent),
        pool_(options.connections),
        urgent_pool_(http_listener::most_urgent_at_once),
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
