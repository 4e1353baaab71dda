#include "prompty/transport/http_transport.hpp"

#include <httplib.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "prompty/transport/block_queue.hpp"
#include "prompty/transport/broken_pipe.hpp"
#include "prompty/transport/http_client.hpp"

namespace prompty {
namespace http {
namespace {

using Clock = std::chrono::steady_clock;

HttpResponse from_httplib(httplib::Response const& response) {
  HttpResponse converted{.status = response.status, .headers = {}, .body = response.body};
  for (auto const& [name, value] : response.headers) converted.headers.emplace_back(name, value);
  return converted;
}

/// One request whose answer a thread of its own reads.
class Exchange {
 public:
  Exchange(HttpRequest const& request, HttpOptions const& options) : client_(request, options) {
    client_.request().response_handler = [this](httplib::Response const& response) {
      arrived_ = Clock::now();
      has_head_ = true;
      head_.set_value(from_httplib(response));
      return true;
    };
    client_.request().content_receiver = [this](char const* data, std::size_t size, std::uint64_t, std::uint64_t) {
      arrived_ = Clock::now();
      return blocks_.push(std::string(data, size)) == BlockQueue::Reader::waits;
    };
    reader_ = std::thread([this] { read(); });
  }

  ~Exchange() {
    // To take leave of a TLS connection is to write to it.
    BrokenPipeSilencer const silencer;
    blocks_.abandon();
    client_.stop();
    reader_.join();
  }
  Exchange(Exchange const&) = delete;
  Exchange& operator=(Exchange const&) = delete;

  HttpResponse head() { return head_.get_future().get(); }
  std::optional<std::string> pull() { return blocks_.pull(); }

  HttpResponse head_within(RequestLimits const& limits, std::string const& url) {
    std::future<HttpResponse> head = head_.get_future();
    while (head.wait_until(next_look_at(limits, url)) != std::future_status::ready) {
    }
    return head.get();
  }

  std::optional<std::string> pull_within(RequestLimits const& limits, std::string const& url) {
    while (!blocks_.is_ready_by(next_look_at(limits, url))) {
    }
    return blocks_.pull();
  }

 private:
  void read() {
    BrokenPipeSilencer const silencer;
    httplib::Result const result = client_.send();
    std::exception_ptr failure;
    if (!result) failure = std::make_exception_ptr(client_.failure(result.error(), Clock::now() - arrived_));
    if (!has_head_) tell_head(result, failure);
    blocks_.end(failure);
  }

  /// cpp-httplib does not hand on the head of an answer that can have no body, such as one of status 204.
  void tell_head(httplib::Result const& result, std::exception_ptr const& failure) {
    if (failure) return head_.set_exception(failure);
    head_.set_value(from_httplib(*result));
  }

  HttpClient client_;
  BlockQueue blocks_;
  std::promise<HttpResponse> head_;
  // Touched by the reading thread alone.
  bool has_head_ = false;
  Clock::time_point arrived_ = Clock::now();
  std::thread reader_;
};

}  // namespace
}  // namespace http

HttpTransport::HttpTransport(HttpOptions options) : options_(std::move(options)) {}

HttpResponse HttpTransport::send(HttpRequest const& request) const {
  // Outlives the client, which writes when it takes leave of a TLS connection.
  BrokenPipeSilencer const silencer;
  HttpClient client(request, options_);
  http::Clock::time_point const start = http::Clock::now();
  httplib::Result const result = client.send();
  if (!result) throw client.failure(result.error(), http::Clock::now() - start);
  return http::from_httplib(*result);
}

StreamedResponse HttpTransport::stream(HttpRequest const& request) const {
  std::shared_ptr<http::Exchange> const exchange = std::make_shared<http::Exchange>(request, options_);
  HttpResponse head = exchange->head();
  return {.status = head.status, .headers = std::move(head.headers), .body = [exchange] { return exchange->pull(); }};
}

StreamedResponse HttpTransport::stream_within(HttpRequest const& request, RequestLimits const& limits) const {
  std::shared_ptr<http::Exchange> const exchange = std::make_shared<http::Exchange>(request, options_);
  HttpResponse head = exchange->head_within(limits, request.url);
  return {.status = head.status, .headers = std::move(head.headers), .body = [exchange, limits, url = request.url] {
            return exchange->pull_within(limits, url);
          }};
}

}  // namespace prompty
