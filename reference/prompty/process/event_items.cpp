#include "prompty/process/event_items.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/process/chunk_members.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace event_items {
namespace {

constexpr int status_of_streams = 200;
constexpr std::string_view source = "the provider";

[[noreturn]] void throw_reported(Json const& event) {
  // P10.1-04: OpenAI has the message beside the type, Anthropic in an object.
  for (Json const* const place : {&chunk_members::member(event, "error"), &event}) {
    Json const& message = response_shape::member(*place, "message");
    if (message.is_string()) {
      throw errors::provider_failed_in_stream(source, status_of_streams, message.get_ref<std::string const&>());
    }
  }
  throw errors::provider_failed_in_stream(source, status_of_streams, "no explanation");
}

class Items {
 public:
  Items(std::shared_ptr<PromptyStream> chunks, std::shared_ptr<EventReader> reader)
      : chunks_(std::move(chunks)), reader_(std::move(reader)) {}

  std::optional<StreamItem> next() {
    while (!calls_) {
      std::optional<Json> const event = chunks_->next();
      if (!event) {
        // P10.1-02, P10.1-03: only the last event says that text and calls are complete.
        if (!reader_->has_ended()) throw errors::stream_cut_short(source, reader_->last_event());
        calls_ = reader_->calls();
        break;
      }
      std::string text = text_of(*event);
      // P10.1-11, P10.2-02: handed on at once, and no item when there is nothing to hand on.
      if (!text.empty()) return text;
    }
    if (given_ == calls_->size()) return std::nullopt;
    return (*calls_)[given_++];
  }

 private:
  std::string text_of(Json const& event) {
    if (reader_->has_ended()) return "";
    if (!event.is_object()) chunk_members::expect("an object", "a chunk", event);
    // P10.1-05: without a type it is read as one of a type that no reader knows, and adds nothing.
    std::string const& type = chunk_members::text(event, "type", "");
    if (type == "error") throw_reported(event);
    return reader_->read(type, event);
  }

  std::shared_ptr<PromptyStream> chunks_;
  std::shared_ptr<EventReader> reader_;
  std::optional<std::vector<ToolCall>> calls_;
  std::size_t given_ = 0;
};

}  // namespace
}  // namespace event_items

ItemStream items_of_events(std::shared_ptr<PromptyStream> chunks, std::shared_ptr<EventReader> reader) {
  return ItemStream(
      [items = event_items::Items(std::move(chunks), std::move(reader))]() mutable { return items.next(); });
}

}  // namespace prompty::processing
