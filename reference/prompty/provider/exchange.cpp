#include "prompty/provider/http_executor.hpp"

#include <algorithm>
#include <deque>
#include <new>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/process/reading.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/transport/errors.hpp"
#include "prompty/transport/url.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

constexpr std::size_t longest_excerpt = 300;
constexpr std::size_t max_error_bytes = std::size_t{1} * 1024 * 1024;
// Longer than any caller would wait, and far from overflowing.
constexpr double longest_wait = 1e12;

bool are_few_digits(std::string_view text) {
  return !text.empty() && text.size() < 12 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_decimal(std::string_view text) {
  std::size_t const point = text.find('.');
  bool const is_whole = point == std::string_view::npos;
  return are_few_digits(text.substr(0, point)) && (is_whole || are_few_digits(text.substr(point + 1)));
}

std::optional<std::chrono::milliseconds> wait_in(std::optional<std::string> const& header, double milliseconds_each) {
  if (!header || !is_decimal(*header)) return std::nullopt;
  double const milliseconds = std::min(std::stod(*header) * milliseconds_each, longest_wait);
  return std::chrono::milliseconds(static_cast<std::int64_t>(milliseconds));
}

bool is_success(int status) {
  return status >= 200 && status <= 299;
}

bool is_redirect(int status) {
  return status >= 300 && status <= 399 && status != 304;
}

ExecuteError refused(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                     Secrets const& secrets) {
  std::string const request_id = secrets.masked(find_header(response.headers, request_id_header).value_or(""));
  if (is_redirect(response.status)) {
    std::string const location = find_header(response.headers, "location").value_or("");
    // What stands behind the path may be a secret.
    std::string const target = secrets.masked(location.substr(0, location.find_first_of("?#")));
    return errors::redirect_not_followed(url, response.status, target, request_id);
  }
  // P7.9-12: the status, and what the provider says; as that may echo the request, secrets in it are masked.
  ExecuteError error = errors::provider_refused(url, response.status, secrets.masked(error_text(response)), request_id);
  if (std::optional<std::chrono::milliseconds> const wait = retry_after(response.headers)) error.set_retry_after(*wait);
  return error;
}

/// The body of an error, as far as it is worth reading.
std::string start_of(StreamedResponse const& response) {
  std::string text;
  while (text.size() < max_error_bytes) {
    std::optional<std::string> const block = response.body();
    if (!block) break;
    text += *block;
  }
  return text;
}

void demand_event_stream(StreamedResponse const& response, std::string const& url, std::string_view request_id_header,
                         Secrets const& secrets) {
  if (!is_success(response.status)) {
    HttpResponse const whole{.status = response.status, .headers = response.headers, .body = start_of(response)};
    throw refused(whole, url, request_id_header, secrets);
  }
  std::string const content_type = find_header(response.headers, "content-type").value_or("");
  if (!content_type.starts_with("text/event-stream")) throw errors::answer_not_a_stream(url, content_type);
}

constexpr std::string_view done = "[DONE]";

/// The types of the events with which a stream of that format ends, the usual one first; of chunks of a chat completion
/// none, which end with `done`.
std::vector<std::string_view> endings_of(StreamFormat format) {
  switch (format) {
    case StreamFormat::chat_completion:
      return {};
    // P10.2-09, P10.2-10: nothing more comes behind a response that failed or stopped early.
    case StreamFormat::response:
      return {"response.completed", "response.incomplete", "response.failed"};
    case StreamFormat::message:
      return {"message_stop"};
  }
  return {};
}

bool is_error(SseEvent const& event, Json const& chunk) {
  if (event.type == "error" || processing::has_type(chunk, "error")) return true;
  // P10.1-12: chunks of a chat completion have no type that could say so.
  return !member_of(chunk, "error").is_null();
}

class Chunks {
 public:
  Chunks(ByteSource bytes, StreamOrigin origin, StreamFormat format, std::size_t max_event_bytes)
      : bytes_(std::move(bytes)),
        origin_(std::move(origin)),
        endings_(endings_of(format)),
        max_event_bytes_(max_event_bytes),
        decoder_(max_event_bytes) {}

  std::optional<Json> next() {
    if (has_ended_) return std::nullopt;
    while (events_.empty()) {
      if (failure_) std::rethrow_exception(failure_);
      std::optional<std::string> const block = bytes_();
      if (!block) throw_cut_short();
      take(*block);
    }
    SseEvent const event = std::move(events_.front());
    events_.pop_front();
    if (event.data == done) {
      if (endings_.empty()) return std::nullopt;
      throw_cut_short();
    }
    Json chunk = chunk_in(event);
    // P10.1-08: the last event is given as well, for it may hold the usage.
    has_ended_ = std::any_of(endings_.begin(), endings_.end(),
                             [&chunk](std::string_view type) { return processing::has_type(chunk, type); });
    return chunk;
  }

 private:
  [[noreturn]] void throw_cut_short() const {
    throw errors::stream_ended_early(origin_.url, endings_.empty() ? done : endings_.front(), origin_.request_id);
  }

  void take(std::string const& block) {
    try {
      decoder_.feed(block, [this](SseEvent const& event) { events_.push_back(event); });
    } catch (ValueError const&) {
      // What came before it is good.
      failure_ = std::make_exception_ptr(errors::event_of_stream_too_large(origin_.url, max_event_bytes_));
    }
  }

  Json chunk_in(SseEvent const& event) const {
    std::optional<Json> chunk = json_text::parse(event.data);
    if (!chunk) throw errors::event_not_json(origin_.secrets->masked(event.data));
    if (is_error(event, *chunk)) {
      throw errors::provider_failed_in_stream(
          origin_.url, origin_.secrets->masked(error_text({.status = 200, .body = event.data})), origin_.request_id);
    }
    return *std::move(chunk);
  }

  ByteSource bytes_;
  StreamOrigin origin_;
  std::vector<std::string_view> endings_;
  std::size_t max_event_bytes_;
  SseDecoder decoder_;
  std::deque<SseEvent> events_;
  std::exception_ptr failure_;
  bool has_ended_ = false;
};

}  // namespace

HttpRequest to_http(ProviderRequest const& request, std::string const& endpoint, Headers const& credentials,
                    Accepted accepted) {
  HttpRequest http{.method = request.method,
                   .url = join_url(endpoint, request.path),
                   .headers = request.headers,
                   .body = json_text::dump(request.body)};
  http.headers.emplace_back("Content-Type", "application/json");
  http.headers.emplace_back("Accept", accepted == Accepted::json ? "application/json" : "text/event-stream");
  // P7.8-05: added here, where the requests of all providers pass.
  http.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
  http.headers.insert(http.headers.end(), credentials.begin(), credentials.end());
  return http;
}

std::string error_text(HttpResponse const& response) {
  if (std::optional<Json> const body = json_text::parse(response.body)) {
    Json const& error = member_of(*body, "error");
    for (Json const* const text : {&member_of(error, "message"), &error, &member_of(*body, "message")}) {
      if (text->is_string()) return text->get<std::string>();
    }
  }
  std::string const& body = response.body;
  if (body.find_first_not_of(" \t\r\n") == std::string::npos) return "no explanation";
  return body.size() <= longest_excerpt ? body : fmt::format("{} ...", utf8::beginning(body, longest_excerpt));
}

std::optional<std::chrono::milliseconds> retry_after(Headers const& headers) {
  std::optional<std::chrono::milliseconds> const exact = wait_in(find_header(headers, "retry-after-ms"), 1);
  return exact ? exact : wait_in(find_header(headers, "retry-after"), 1000);
}

Json read_answer(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                 Secrets const& secrets) {
  // P7.9-11: whatever the status, there is no second attempt; that is left to the agent loop.
  if (!is_success(response.status)) throw refused(response, url, request_id_header, secrets);
  std::optional<Json> body;
  try {
    body = json_text::parse(response.body);
  } catch (std::bad_alloc const&) {
    throw errors::no_memory_for_answer(without_url_secrets(url));
  }
  if (!body) throw errors::answer_not_json(url, response.status);
  // P7.9-10, P11.3.1-13: whole, with members that no processor knows; what it means is left to the processor.
  return std::move(*body);
}

PromptyStream chunks_of(ByteSource bytes, StreamOrigin origin, StreamFormat format, std::size_t max_event_bytes) {
  return PromptyStream([chunks = Chunks(std::move(bytes), std::move(origin), format, max_event_bytes)]() mutable {
    return chunks.next();
  });
}

std::shared_ptr<PromptyStream> read_stream(StreamedResponse response, std::string const& url,
                                           std::string_view request_id_header, StreamFormat format,
                                           std::shared_ptr<Secrets const> secrets) {
  demand_event_stream(response, url, request_id_header, *secrets);
  std::string request_id = secrets->masked(find_header(response.headers, request_id_header).value_or(""));
  StreamOrigin origin{.url = url, .request_id = std::move(request_id), .secrets = std::move(secrets)};
  return std::make_shared<PromptyStream>(
      chunks_of(std::move(response.body), std::move(origin), format, response.max_event_bytes));
}

}  // namespace prompty
