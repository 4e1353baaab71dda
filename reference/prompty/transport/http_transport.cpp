#include "prompty/transport/http_transport.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "prompty/transport/block_queue.hpp"
#include "prompty/transport/broken_pipe.hpp"
#include "prompty/transport/errors.hpp"
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

/// How a body is received: kept whole, or read piece by piece.
enum class Reading { whole, piecewise };

/// The time from the request to the end of the answer.
Clock::time_point deadline_of(HttpOptions const& options) {
  if (!options.total_timeout) return Clock::time_point::max();
  Clock::time_point const now = Clock::now();
  bool const fits =
      *options.total_timeout < std::chrono::floor<std::chrono::milliseconds>(Clock::time_point::max() - now);
  return fits ? now + *options.total_timeout : Clock::time_point::max();
}

bool is_event_stream(Headers const& headers) {
  return find_header(headers, "content-type").value_or("").starts_with("text/event-stream");
}

/// One request whose answer a thread of its own reads, so that whoever waits for it can give up whatever the other side
/// does: be it that a handshake drips.
class Exchange {
 public:
  Exchange(HttpRequest const& request, HttpOptions const& options, Reading reading,
           std::optional<RequestLimits> limits = std::nullopt)
      : url_(request.url), limits_(std::move(limits)), deadline_(deadline_of(options)), client_(request, options) {
    client_.request().response_handler = [this, reading](httplib::Response const& response) {
      arrived_ = Clock::now();
      HttpResponse head = from_httplib(response);
      bool const is_stream = reading == Reading::piecewise && is_event_stream(head.headers);
      client_.meter().begin_body(is_stream ? BodyKind::event_stream : BodyKind::answer);
      head_.set_value(std::move(head));
      has_head_ = true;
      return true;
    };
    client_.request().content_receiver = [this](char const* data, std::size_t size, std::uint64_t, std::uint64_t) {
      arrived_ = Clock::now();
      if (!client_.meter().take_content(size)) return false;
      return blocks_.push(std::string(data, size)) == BlockQueue::Reader::waits;
    };
    try {
      reader_ = std::thread([this] { read(); });
    } catch (std::system_error const& error) {
      throw errors::no_answer(url_, fmt::format("no thread to read it could be started ({})", error.what()));
    }
  }

  ~Exchange() {
    blocks_.abandon();
    do {
      client_.stop();
    } while (!blocks_.has_ended_by(Clock::now() + std::chrono::milliseconds(10)));
    reader_.join();
  }
  Exchange(Exchange const&) = delete;
  Exchange& operator=(Exchange const&) = delete;

  HttpResponse head() {
    std::future<HttpResponse> head = head_.get_future();
    while (head.wait_until(next_look()) != std::future_status::ready) {
    }
    return head.get();
  }

  std::optional<std::string> pull() {
    while (!blocks_.is_ready_by(next_look())) {
    }
    return blocks_.pull();
  }

 private:
  /// How long to wait before looking at the limits again.
  [[nodiscard]] Clock::time_point next_look() const {
    Clock::time_point const look = limits_ ? next_look_at(*limits_, url_) : Clock::time_point::max();
    if (Clock::now() >= deadline_) throw client_.too_slow();
    return std::min(look, deadline_);
  }

  void read() {
    BrokenPipeSilencer const silencer;
    std::exception_ptr const failure = send();
    if (failure && !has_head_) head_.set_exception(failure);
    blocks_.end(failure);
  }

  /// What broke off the exchange, or null. An exception must not leave the thread.
  std::exception_ptr send() {
    try {
      httplib::Result const result = client_.send();
      // P7.9-14: also when the body ends before its announced length, even if what came parses.
      if (!result) return std::make_exception_ptr(client_.failure(result.error(), Clock::now() - arrived_));
      tell_head(*result);
      return nullptr;
    } catch (std::bad_alloc const&) {
      return std::make_exception_ptr(errors::no_memory_for_answer(url_));
    } catch (std::exception const& error) {
      return std::make_exception_ptr(errors::no_answer(url_, error.what()));
    }
  }

  /// cpp-httplib does not hand on the head of an answer that can have no body, such as one of status 204.
  void tell_head(httplib::Response const& response) {
    if (has_head_) return;
    head_.set_value(from_httplib(response));
    has_head_ = true;
  }

  std::string url_;
  std::optional<RequestLimits> limits_;
  Clock::time_point deadline_;
  HttpClient client_;
  BlockQueue blocks_;
  std::promise<HttpResponse> head_;
  // Touched by the reading thread alone.
  bool has_head_ = false;
  Clock::time_point arrived_ = Clock::now();
  std::thread reader_;
};

StreamedResponse arriving(std::shared_ptr<Exchange> const& exchange, HttpOptions const& options) {
  HttpResponse head = exchange->head();
  return {.status = head.status,
          .headers = std::move(head.headers),
          .body = [exchange] { return exchange->pull(); },
          .max_event_bytes = options.max_event_bytes};
}

}  // namespace
}  // namespace http

HttpTransport::HttpTransport(HttpOptions options) : options_(std::move(options)) {}

HttpResponse HttpTransport::send(HttpRequest const& request) const {
  http::Exchange exchange(request, options_, http::Reading::whole);
  HttpResponse response = exchange.head();
  try {
    while (std::optional<std::string> const block = exchange.pull()) response.body += *block;
  } catch (std::bad_alloc const&) {
    throw errors::no_memory_for_answer(request.url);
  }
  return response;
}

StreamedResponse HttpTransport::stream(HttpRequest const& request) const {
  return http::arriving(std::make_shared<http::Exchange>(request, options_, http::Reading::piecewise), options_);
}

StreamedResponse HttpTransport::stream_within(HttpRequest const& request, RequestLimits const& limits) const {
  return http::arriving(std::make_shared<http::Exchange>(request, options_, http::Reading::piecewise, limits),
                        options_);
}

}  // namespace prompty
