#include "prompty/provider/openai_chunks.hpp"

#include <deque>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/core/error_catalogue_streams.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/provider/provider_error.hpp"
#include "prompty/transport/sse.hpp"

namespace prompty::openai {
namespace openai_chunks {
namespace {

constexpr int status_of_streams = 200;

class Chunks {
 public:
  Chunks(ByteSource bytes, std::string url) : bytes_(std::move(bytes)), url_(std::move(url)) {}

  std::optional<Json> next() {
    while (events_.empty()) {
      if (failure_) std::rethrow_exception(failure_);
      std::optional<std::string> const block = bytes_();
      if (!block) throw errors::stream_cut_short(url_, "[DONE]");
      take(*block);
    }
    SseEvent const event = std::move(events_.front());
    events_.pop_front();
    if (event.data == "[DONE]") return std::nullopt;
    return chunk_in(event);
  }

 private:
  void take(std::string const& block) {
    try {
      decoder_.feed(block, [this](SseEvent const& event) { events_.push_back(event); });
    } catch (...) {
      // What came before it is good.
      failure_ = std::current_exception();
    }
  }

  Json chunk_in(SseEvent const& event) const {
    std::optional<Json> chunk = json_text::parse(event.data);
    if (!chunk) throw errors::event_not_json(event.data);
    bool const is_error = event.type == "error" || (chunk->is_object() && !chunk->value("error", Json()).is_null());
    if (is_error) {
      throw errors::provider_failed_in_stream(url_, status_of_streams,
                                              error_text({.status = status_of_streams, .body = event.data}));
    }
    return *std::move(chunk);
  }

  ByteSource bytes_;
  std::string url_;
  SseDecoder decoder_;
  std::deque<SseEvent> events_;
  std::exception_ptr failure_;
};

}  // namespace
}  // namespace openai_chunks

PromptyStream chunks_of(ByteSource bytes, std::string url) {
  return PromptyStream(
      [chunks = openai_chunks::Chunks(std::move(bytes), std::move(url))]() mutable { return chunks.next(); });
}

}  // namespace prompty::openai
