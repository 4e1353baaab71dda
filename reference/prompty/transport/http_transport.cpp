#include "prompty/transport/http_transport.hpp"

#include <openssl/ssl.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <new>
#include <system_error>

#include "prompty/transport/errors.hpp"
#include "prompty/transport/kept_clients.hpp"
#include "prompty/transport/reader_threads.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {

struct HttpTransport::Kept {
  ReaderThreads readers;
  KeptClients clients;
};

namespace {

using Clock = std::chrono::steady_clock;

/// How the caller takes an answer: all of it when it has ended, or the head and then the body, each as it comes.
enum class Taking { whole, in_pieces };

/// Passes an answer from the thread that receives it to the one that waits for it. Where that takes pieces, a receiver
/// that is far ahead waits. Shared by the two, since the one that waits may be gone before the other has left.
class ArrivingAnswer {
 public:
  enum class Reader { waits, gone };

  explicit ArrivingAnswer(Taking taking) : taking_(taking) {}

  void begin(HttpResponse head) {
    std::unique_lock<std::mutex> lock(mutex_);
    head_ = std::move(head);
    lock.unlock();
    if (taking_ == Taking::in_pieces) changed_.notify_all();
  }

  [[nodiscard]] bool has_begun() const {
    std::unique_lock<std::mutex> const lock(mutex_);
    return head_.has_value();
  }

  /// The next bytes of the body.
  Reader push(std::string block) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (taking_ == Taking::whole) {
      head_->body += block;
      return abandoned_ ? Reader::gone : Reader::waits;
    }
    changed_.wait(lock, [this] { return abandoned_ || blocks_.size() < max_blocks; });
    if (abandoned_) return Reader::gone;
    blocks_.push_back(std::move(block));
    lock.unlock();
    changed_.notify_all();
    return Reader::waits;
  }

  /// Nothing follows; `failure`, if any, is what broke off.
  void end(std::exception_ptr failure) {
    std::unique_lock<std::mutex> lock(mutex_);
    failure_ = std::move(failure);
    ended_ = true;
    lock.unlock();
    changed_.notify_all();
  }

  /// Whether `response` would return or throw at once; waits for that until `time`.
  [[nodiscard]] bool is_response_ready_by(Clock::time_point time) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_until(lock, time,
                               [this] { return ended_ || (taking_ == Taking::in_pieces && head_.has_value()); });
  }

  /// What is taken first: everything, or the head. Throws what broke off.
  [[nodiscard]] HttpResponse response() {
    std::unique_lock<std::mutex> const lock(mutex_);
    bool const is_broken = failure_ && (taking_ == Taking::whole || !head_);
    if (is_broken) std::rethrow_exception(failure_);
    return *std::move(head_);
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
    // The receiver waits only for room.
    if (blocks_.size() + 1 == max_blocks) changed_.notify_all();
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

  /// Whether all has come.
  [[nodiscard]] bool is_whole() const {
    std::unique_lock<std::mutex> const lock(mutex_);
    return ended_ && !failure_;
  }

  /// Nothing more is asked. The exception is the caller's now, who must not share it with a thread that goes on.
  void forget_failure() {
    std::unique_lock<std::mutex> const lock(mutex_);
    failure_ = nullptr;
  }

  /// The reader is gone.
  void abandon() {
    std::unique_lock<std::mutex> const lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr std::size_t max_blocks = 16;

  Taking const taking_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<HttpResponse> head_;  ///< with the body up to now where all is taken at once
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

/// One that is connected to the server already, or else a new one.
std::unique_ptr<HttpClient> client_for(HttpRequest const& request, HttpOptions const& options, KeptClients& kept) {
  std::string const origin = parse_url(request.url).origin;
  std::unique_ptr<HttpClient> client = kept.take(origin);
  if (client == nullptr) client = std::make_unique<HttpClient>(origin, options);
  client->prepare(request);
  return client;
}

/// One request whose answer a thread of its own reads, so that the caller can give up at any time, even in the middle
/// of a slow handshake. Only a caller that takes the body in pieces takes it for an event stream, if it is one.
class Exchange {
 public:
  Exchange(HttpRequest const& request, HttpOptions const& options, std::shared_ptr<HttpTransport::Kept> kept,
           Taking taking, std::optional<RequestLimits> limits = std::nullopt)
      : url_(without_url_secrets(request.url)),
        limits_(std::move(limits)),
        deadline_(deadline_of(options)),
        kept_(std::move(kept)),
        client_(client_for(request, options, kept_->clients)),
        answer_(std::make_shared<ArrivingAnswer>(taking)) {
    BodyKind const kind = taking == Taking::in_pieces ? BodyKind::event_stream : BodyKind::answer;
    client_->request().response_handler = [this, kind](httplib::Response const& response) {
      arrived_ = Clock::now();
      HttpResponse head = from_httplib(response);
      client_->meter().begin_body(is_event_stream(head.headers) ? kind : BodyKind::answer);
      answer_->begin(std::move(head));
      return true;
    };
    client_->request().content_receiver = [this](char const* data, std::size_t size, std::uint64_t, std::uint64_t) {
      arrived_ = Clock::now();
      if (!client_->meter().take_content(size)) return false;
      return answer_->push(std::string(data, size)) == ArrivingAnswer::Reader::waits;
    };
    try {
      kept_->readers.start([this, answer = answer_] { answer->end(send()); });
    } catch (std::system_error const& error) {
      throw errors::no_answer(url_, fmt::format("no thread to read it could be started ({})", error.what()));
    }
  }

  /// Breaks off what has not ended.
  ~Exchange() {
    answer_->abandon();
    while (!answer_->has_ended_by(Clock::now())) {
      client_->stop();
      static_cast<void>(answer_->has_ended_by(Clock::now() + std::chrono::milliseconds(10)));
    }
    if (answer_->is_whole()) kept_->clients.keep(std::move(client_));
    answer_->forget_failure();
  }
  Exchange(Exchange const&) = delete;
  Exchange& operator=(Exchange const&) = delete;

  HttpResponse response() {
    while (!answer_->is_response_ready_by(next_look())) {
    }
    return answer_->response();
  }

  std::optional<std::string> pull() {
    while (!answer_->is_ready_by(next_look())) {
    }
    return answer_->pull();
  }

 private:
  /// How long to wait before looking at the limits again.
  [[nodiscard]] Clock::time_point next_look() const {
    Clock::time_point const look = limits_ ? next_limit_check(*limits_, url_) : Clock::time_point::max();
    if (Clock::now() >= deadline_) throw client_->too_slow();
    return std::min(look, deadline_);
  }

  /// What broke off the exchange, or null. An exception must not leave the thread.
  std::exception_ptr send() {
    try {
      httplib::Result const result = client_->send();
      // P7.9-14: also when the body ends before its announced length, even if what came parses.
      if (!result) return client_->failure(result.error(), Clock::now() - arrived_);
      // cpp-httplib calls no handler for an answer that can have no body, such as one of status 204.
      if (!answer_->has_begun()) answer_->begin(from_httplib(*result));
      return nullptr;
    } catch (std::bad_alloc const&) {
      return std::make_exception_ptr(errors::no_memory_for_answer(url_));
    } catch (std::exception const& error) {
      return std::make_exception_ptr(errors::no_answer(url_, error.what()));
    }
  }

  std::string url_;
  std::optional<RequestLimits> limits_;
  Clock::time_point deadline_;
  std::shared_ptr<HttpTransport::Kept> kept_;
  std::unique_ptr<HttpClient> client_;
  std::shared_ptr<ArrivingAnswer> answer_;
  // Touched by the reading thread alone.
  Clock::time_point arrived_ = Clock::now();
};

StreamedResponse arriving(std::shared_ptr<Exchange> const& exchange, HttpOptions const& options) {
  HttpResponse head = exchange->response();
  return {.status = head.status,
          .headers = std::move(head.headers),
          .body = [exchange] { return exchange->pull(); },
          .max_event_bytes = options.max_event_bytes};
}

}  // namespace

HttpTransport::HttpTransport(HttpOptions options) : options_(std::move(options)), kept_(std::make_shared<Kept>()) {
  // What is set up later is torn down earlier: traces that a process sends as it ends still need OpenSSL.
  ::OPENSSL_init_ssl(0, nullptr);
}

HttpResponse HttpTransport::send(HttpRequest const& request) const {
  return Exchange(request, options_, kept_, Taking::whole).response();
}

StreamedResponse HttpTransport::stream(HttpRequest const& request) const {
  return arriving(std::make_shared<Exchange>(request, options_, kept_, Taking::in_pieces), options_);
}

StreamedResponse HttpTransport::stream_within(HttpRequest const& request, RequestLimits const& limits) const {
  return arriving(std::make_shared<Exchange>(request, options_, kept_, Taking::in_pieces, limits), options_);
}

}  // namespace prompty
