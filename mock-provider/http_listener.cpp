#include "mock-provider/http_listener.hpp"

#include <mutex>
#include <thread>

#include "mock-provider/http/connection_table.hpp"
#include "mock-provider/http/listening_socket.hpp"
#include "mock-provider/http/tls_channel.hpp"
#include "mock-provider/worker_pool.hpp"

namespace mock_provider {
namespace http_listener {
namespace {

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
        idle_(options.idle),
        identity_(http_listener::identity_of(options)),
        socket_(http_listener::socket_of(options)),
        pool_(options.connections),
        thread_([this] { accept_connections(); }) {}

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
    pool_.shutdown();
  }

 private:
  void accept_connections() {
    for (int descriptor = socket_.accept(); descriptor >= 0; descriptor = socket_.accept()) {
      pool_.enqueue([this, descriptor] { serve(descriptor); });
    }
  }

  void serve(int descriptor) {
    if (identity_) {
      http::TlsChannel channel(descriptor, idle_, *identity_);
      serve(channel);
    } else {
      http::Channel channel(descriptor, idle_);
      serve(channel);
    }
  }

  void serve(http::Channel& channel) {
    if (!connections_.add(channel.descriptor())) return;
    if (channel.open()) http::serve(channel, limits_, handlers_);
    connections_.remove(channel.descriptor());
  }

  http::Handlers const handlers_;
  http::ReadLimits const limits_;
  std::chrono::milliseconds const idle_;
  std::unique_ptr<http::TlsIdentity> const identity_;
  http::ListeningSocket socket_;
  http::ConnectionTable connections_;
  WorkerPool pool_;
  std::thread thread_;
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
