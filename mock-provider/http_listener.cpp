#include "mock-provider/http_listener.hpp"

#include <fmt/core.h>
#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "mock-provider/open_connections.hpp"
#include "mock-provider/worker_pool.hpp"

namespace mock_provider {
namespace http_listener {

/// cpp-httplib's server with a queue of 1024 connections that wait to be accepted; its own 5 stall a burst of clients.
class DeepServer : public httplib::Server {
 public:
  void raise_backlog() { ::listen(svr_sock_, 1024); }
};

namespace {

constexpr std::size_t most_requests_of_a_connection = 1'000'000'000;
constexpr time_t idle_seconds = 5;

void reuse_address_only(socket_t descriptor) {
  // cpp-httplib would also set SO_REUSEPORT, with which two servers share a port and neither is told.
  int const yes = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
}

bool is_added_by_library(std::string_view name) {
  constexpr std::array<std::string_view, 4> added{"REMOTE_ADDR", "REMOTE_PORT", "LOCAL_ADDR", "LOCAL_PORT"};
  return std::find(added.begin(), added.end(), name) != added.end();
}

std::int64_t microseconds_now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Request converted(httplib::Request const& from) {
  Request request{
      .method = from.method, .target = from.target, .headers = {}, .body = {}, .received_at_us = microseconds_now()};
  for (auto const& [name, value] : from.headers) {
    if (!is_added_by_library(name)) request.headers.emplace_back(name, value);
  }
  return request;
}

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.type = "invalid_request_error";
  error.code = "";
  error.message = std::move(message);
  Answer answer = answer::of_error(error);
  answer.headers.emplace_back("x-request-id", "req_unread");
  return answer;
}

/// Sends the first bytes of the body and then ends the connection, however many were announced.
void write_and_close(Answer const& answer, std::size_t bytes, httplib::Response& response) {
  std::string const body = answer.body;
  response.set_content_provider(body.size(), answer.content_type,
                                [body, bytes](std::size_t, std::size_t, httplib::DataSink& sink) {
                                  sink.write(body.data(), std::min(bytes, body.size()));
                                  return false;
                                });
}

enum class Afterwards { keep, close };

void write(Answer const& answer, Afterwards afterwards, httplib::Response& response) {
  response.status = answer.status;
  for (auto const& [name, value] : answer.headers) response.headers.emplace(name, value);
  if (afterwards == Afterwards::close) response.set_header("Connection", "close");
  if (answer.cut_after && !answer.body.empty()) return write_and_close(answer, *answer.cut_after, response);
  if (afterwards == Afterwards::close) return write_and_close(answer, answer.body.size(), response);
  response.set_content(answer.body, answer.content_type);
}

bool announces_body(httplib::Request const& request) {
  return request.has_header("Transfer-Encoding") ||
         (request.has_header("Content-Length") && request.get_header_value("Content-Length") != "0");
}

}  // namespace
}  // namespace http_listener

class HttpListener::Implementation {
 public:
  Implementation(ListenerOptions const& options, Handler handler)
      : handler_(std::move(handler)), max_request_bytes_(options.max_request_bytes) {
    configure(options);
    bind(options);
    std::promise<void> started;
    std::future<void> const listening = started.get_future();
    int const threads = std::max(1, options.threads);
    server_.new_task_queue = [&started, threads] {
      httplib::TaskQueue* const pool = new WorkerPool(static_cast<std::size_t>(threads));
      // From here on stop() finds a server that runs; before, it would have no effect.
      started.set_value();
      return pool;
    };
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    listening.wait();
  }

  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;

  ~Implementation() { stop(); }

  [[nodiscard]] int port() const { return port_; }

  void stop() {
    {
      std::lock_guard const lock(mutex_);
      stopping_ = true;
    }
    stop_delays_.notify_all();
    std::lock_guard const joining(join_mutex_);
    if (!thread_.joinable()) return;
    server_.stop();
    shut_down_connections_on(port_);
    thread_.join();
  }

 private:
  void configure(ListenerOptions const& options) {
    server_.set_keep_alive_max_count(http_listener::most_requests_of_a_connection);
    server_.set_keep_alive_timeout(http_listener::idle_seconds);
    server_.set_read_timeout(http_listener::idle_seconds);
    server_.set_write_timeout(http_listener::idle_seconds);
    // Headers and body go out in two writes; without this the second waits for the client's acknowledgement.
    server_.set_tcp_nodelay(true);
    server_.set_socket_options(http_listener::reuse_address_only);
    server_.set_payload_max_length(options.max_request_bytes);
    server_.set_pre_routing_handler([this](httplib::Request const& request, httplib::Response& response) {
      return serve_without_body(request, response);
    });
    httplib::Server::HandlerWithContentReader const with_body =
        [this](httplib::Request const& request, httplib::Response& response, httplib::ContentReader const& reader) {
          serve_with_body(request, response, reader);
        };
    std::string const every_path = R"([\s\S]*)";
    server_.Post(every_path, with_body);
    server_.Put(every_path, with_body);
    server_.Patch(every_path, with_body);
    server_.Delete(every_path, with_body);
    server_.set_error_handler(httplib::Server::Handler(refuse_unreadable));
    server_.set_exception_handler([](httplib::Request const&, httplib::Response& response, std::exception_ptr const&) {
      Answer const failure = http_listener::refusal(500, "The mock provider failed on this request.");
      http_listener::write(failure, http_listener::Afterwards::close, response);
    });
  }

  void bind(ListenerOptions const& options) {
    errno = 0;
    bool const is_bound = options.port == 0 ? (port_ = server_.bind_to_any_port(options.host)) > 0
                                            : server_.bind_to_port(options.host, options.port);
    bool const is_in_use = errno == EADDRINUSE;
    if (!is_bound) {
      throw StartError(is_in_use ? fmt::format("port {} on {} is in use: choose another, or 0 for any free one",
                                               options.port, options.host)
                                 : fmt::format("cannot listen on {} port {}: check the host name and whether you may "
                                               "take this port",
                                               options.host, options.port));
    }
    if (options.port != 0) port_ = options.port;
    server_.raise_backlog();
  }

  httplib::Server::HandlerResponse serve_without_body(httplib::Request const& request, httplib::Response& response) {
    bool const has_body_route =
        request.method == "POST" || request.method == "PUT" || request.method == "PATCH" || request.method == "DELETE";
    if (has_body_route) return httplib::Server::HandlerResponse::Unhandled;
    // cpp-httplib does not read the body of such a request and would take it for the next one.
    http_listener::Afterwards const afterwards =
        http_listener::announces_body(request) ? http_listener::Afterwards::close : http_listener::Afterwards::keep;
    answer(http_listener::converted(request), afterwards, response);
    return httplib::Server::HandlerResponse::Handled;
  }

  void serve_with_body(httplib::Request const& from, httplib::Response& response,
                       httplib::ContentReader const& reader) {
    if (from.is_multipart_form_data()) {
      // Its parser throws away the raw bytes and matches lines of any length with std::regex: it is not let near them.
      Answer const answer = http_listener::refusal(415, "Send JSON: this route takes no multipart body.");
      return http_listener::write(answer, http_listener::Afterwards::close, response);
    }
    Request request = http_listener::converted(from);
    bool is_too_large = false;
    bool const is_read = reader([&](char const* data, std::size_t length) {
      is_too_large = request.body.size() + length > max_request_bytes_;
      if (!is_too_large) request.body.append(data, length);
      return !is_too_large;
    });
    if (is_read) return answer(request, http_listener::Afterwards::keep, response);
    is_too_large = is_too_large || response.status == 413;
    std::string const message = is_too_large
                                    ? fmt::format("The body is larger than {} bytes.", max_request_bytes_)
                                    : std::string("The body ended before it was complete, or its encoding is broken.");
    http_listener::write(http_listener::refusal(is_too_large ? 413 : 400, message), http_listener::Afterwards::close,
                         response);
  }

  void answer(Request const& request, http_listener::Afterwards afterwards, httplib::Response& response) {
    Answer const answer = handler_(request);
    if (answer.delay.count() > 0) {
      std::unique_lock lock(mutex_);
      stop_delays_.wait_for(lock, answer.delay, [this] { return stopping_; });
    }
    http_listener::write(answer, afterwards, response);
  }

  /// Gives the provider's shape to what cpp-httplib refuses on its own: bad request lines, headers and ranges.
  static void refuse_unreadable(httplib::Request const&, httplib::Response& response) {
    if (response.has_header("x-request-id")) return;
    Answer const answer = http_listener::refusal(response.status, "The request cannot be read as HTTP/1.1.");
    http_listener::write(answer, http_listener::Afterwards::close, response);
  }

  Handler const handler_;
  std::size_t const max_request_bytes_;
  http_listener::DeepServer server_;
  std::thread thread_;
  int port_ = 0;
  std::mutex mutex_;
  std::mutex join_mutex_;
  std::condition_variable stop_delays_;
  bool stopping_ = false;
};

HttpListener::HttpListener(ListenerOptions const& options, Handler handler)
    : implementation_(std::make_unique<Implementation>(options, std::move(handler))) {}

HttpListener::~HttpListener() = default;

int HttpListener::port() const {
  return implementation_->port();
}

void HttpListener::stop() {
  implementation_->stop();
}

}  // namespace mock_provider
