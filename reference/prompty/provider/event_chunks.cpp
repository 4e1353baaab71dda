#include "prompty/provider/event_chunks.hpp"

#include <deque>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/provider/provider_error.hpp"

namespace prompty {
namespace event_chunks {
namespace {

constexpr int status_of_streams = 200;
constexpr std::string_view done = "[DONE]";

/// What a stream of that format cannot end without.
std::string_view end_of(StreamFormat format) {
  switch (format) {
    case StreamFormat::chat_completion:
      return done;
    case StreamFormat::response:
      return "response.completed";
    case StreamFormat::message:
      return "message_stop";
  }
  return done;
}

bool is_of_type(Json const& chunk, std::string_view type) {
  if (!chunk.is_object()) return false;
  Json::const_iterator const found = chunk.find("type");
  return found != chunk.end() && found->is_string() && found->get_ref<std::string const&>() == type;
}

bool is_last(Json const& chunk, StreamFormat format) {
  if (format == StreamFormat::chat_completion) return false;
  if (format == StreamFormat::message) return is_of_type(chunk, end_of(format));
  // P10.2-09, P10.2-10: nothing more comes behind a response that failed or stopped early.
  return is_of_type(chunk, end_of(format)) || is_of_type(chunk, "response.incomplete") ||
         is_of_type(chunk, "response.failed");
}

bool is_error(SseEvent const& event, Json const& chunk) {
  if (event.type == "error" || is_of_type(chunk, "error")) return true;
  if (!chunk.is_object()) return false;
  // P10.1-12: chunks of a chat completion have no type that could say so.
  Json::const_iterator const error = chunk.find("error");
  return error != chunk.end() && !error->is_null();
}

class Chunks {
 public:
  Chunks(ByteSource bytes, StreamOrigin origin, StreamFormat format, std::size_t max_event_bytes)
      : bytes_(std::move(bytes)),
        origin_(std::move(origin)),
        format_(format),
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
      if (format_ == StreamFormat::chat_completion) return std::nullopt;
      throw_cut_short();
    }
    Json chunk = chunk_in(event);
    // P10.1-08: the last event is given as well, for it may hold the usage.
    has_ended_ = is_last(chunk, format_);
    return chunk;
  }

 private:
  [[noreturn]] void throw_cut_short() const {
    throw errors::stream_cut_short(origin_.url, end_of(format_), origin_.request_id);
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
          origin_.url, status_of_streams,
          origin_.secrets->masked(error_text({.status = status_of_streams, .body = event.data})), origin_.request_id);
    }
    return *std::move(chunk);
  }

  ByteSource bytes_;
  StreamOrigin origin_;
  StreamFormat format_;
  std::size_t max_event_bytes_;
  SseDecoder decoder_;
  std::deque<SseEvent> events_;
  std::exception_ptr failure_;
  bool has_ended_ = false;
};

}  // namespace
}  // namespace event_chunks

PromptyStream chunks_of(ByteSource bytes, StreamOrigin origin, StreamFormat format, std::size_t max_event_bytes) {
  return PromptyStream([chunks = event_chunks::Chunks(std::move(bytes), std::move(origin), format,
                                                      max_event_bytes)]() mutable { return chunks.next(); });
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
