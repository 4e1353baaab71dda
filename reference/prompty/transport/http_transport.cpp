#include "prompty/transport/http_transport.hpp"

#include <openssl/ssl.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <future>
#include <new>
#include <system_error>
#include <thread>

#include "prompty/transport/errors.hpp"
#include "prompty/transport/http_client.hpp"

namespace prompty {

namespace {

using Clock = std::chrono::steady_clock;

/// Passes blocks of bytes from the thread that receives them to the one that pulls them. A receiver that is far ahead
/// waits.
class BlockQueue {
 public:
  enum class Reader { waits, gone };

  Reader push(std::string block) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return abandoned_ || blocks_.size() < max_blocks; });
    if (abandoned_) return Reader::gone;
    blocks_.push_back(std::move(block));
    changed_.notify_all();
    return Reader::waits;
  }

  /// No block follows; `failure`, if any, is what broke off.
  void end(std::exception_ptr failure) {
    std::unique_lock<std::mutex> const lock(mutex_);
    failure_ = std::move(failure);
    ended_ = true;
    changed_.notify_all();
  }

  /// The next block, waiting for it; nothing at the end. Throws what broke off.
  [[nodiscard]] std::optional<std::string> pull() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !blocks_.empty(); });
    if (blocks_.empty()) {
      if (failure_) std::rethrow_exception(failure_);
      return std::nullopt;
    }
    std::string block = std::move(blocks_.front());
    blocks_.pop_front();
    changed_.notify_all();
    return block;
  }

  /// Whether `pull` would return or throw at once; waits for that until `time`.
  [[nodiscard]] bool is_ready_by(Clock::time_point time) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_until(lock, time, [this] { return ended_ || !blocks_.empty(); });
  }

  /// Whether `end` has been called; waits for that until `time`.
  [[nodiscard]] bool has_ended_by(Clock::time_point time) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_until(lock, time, [this] { return ended_; });
  }

  /// The reader is gone.
  void abandon() {
    std::unique_lock<std::mutex> const lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr std::size_t max_blocks = 16;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> blocks_;
  std::exception_ptr failure_;
  bool ended_ = false;
  bool abandoned_ = false;
};

HttpResponse from_httplib(httplib::Response const& response) {
  HttpResponse converted{.status = response.status, .headers = {}, .body = response.body};
  for (auto const& [name, value] : response.headers) converted.headers.emplace_back(name, value);
  return converted;
}

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

/// One request whose answer a thread of its own reads, so that the caller can give up at any time, even in the middle
/// of a slow handshake. `kind` is what the body may be: only a caller that reads it piece by piece takes it for an
/// event stream, if it is one.
class Exchange {
 public:
  Exchange(HttpRequest const& request, HttpOptions const& options, BodyKind kind,
           std::optional<RequestLimits> limits = std::nullopt)
      : url_(without_url_secrets(request.url)),
        limits_(std::move(limits)),
        deadline_(deadline_of(options)),
        client_(request, options) {
    client_.request().response_handler = [this, kind](httplib::Response const& response) {
      arrived_ = Clock::now();
      HttpResponse head = from_httplib(response);
      client_.meter().begin_body(is_event_stream(head.headers) ? kind : BodyKind::answer);
      set_head(std::move(head));
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
    Clock::time_point const look = limits_ ? next_limit_check(*limits_, url_) : Clock::time_point::max();
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
      if (!result) return client_.failure(result.error(), Clock::now() - arrived_);
      // cpp-httplib calls no handler for an answer that can have no body, such as one of status 204.
      if (!has_head_) set_head(from_httplib(*result));
      return nullptr;
    } catch (std::bad_alloc const&) {
      return std::make_exception_ptr(errors::no_memory_for_answer(url_));
    } catch (std::exception const& error) {
      return std::make_exception_ptr(errors::no_answer(url_, error.what()));
    }
  }

  void set_head(HttpResponse head) {
    head_.set_value(std::move(head));
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

HttpTransport::HttpTransport(HttpOptions options) : options_(std::move(options)) {
  // What is set up later is torn down earlier: traces that a process sends as it ends still need OpenSSL.
  ::OPENSSL_init_ssl(0, nullptr);
}

HttpResponse HttpTransport::send(HttpRequest const& request) const {
  Exchange exchange(request, options_, BodyKind::answer);
  HttpResponse response = exchange.head();
  try {
    while (std::optional<std::string> const block = exchange.pull()) response.body += *block;
  } catch (std::bad_alloc const&) {
    throw errors::no_memory_for_answer(without_url_secrets(request.url));
  }
  return response;
}

StreamedResponse HttpTransport::stream(HttpRequest const& request) const {
  return arriving(std::make_shared<Exchange>(request, options_, BodyKind::event_stream), options_);
}

StreamedResponse HttpTransport::stream_within(HttpRequest const& request, RequestLimits const& limits) const {
  return arriving(std::make_shared<Exchange>(request, options_, BodyKind::event_stream, limits), options_);
}

}  // namespace prompty
