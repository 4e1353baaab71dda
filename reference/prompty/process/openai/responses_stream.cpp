#include "prompty/process/openai/responses_stream.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/process/chunk_members.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/event_items.hpp"
#include "prompty/process/openai/responses.hpp"
#include "prompty/process/pieced_calls.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace responses_stream {
namespace {

std::string const& text_of(Json const& event, std::string_view name) {
  return chunk_members::text(event, name, "");
}

std::int64_t place_of(Json const& event) {
  return chunk_members::integer(event, "output_index", "");
}

Json const& item_of(Json const& event) {
  Json const& item = chunk_members::member(event, "item");
  if (!item.is_object()) chunk_members::expect("an output item", "/item", item);
  return item;
}

bool is_function_call(Json const& item) {
  return chunk_members::text(item, "type", "/item") == "function_call";
}

ToolCall called(Json const& item) {
  // P8.4-03: the item's own id answers to nothing.
  return {.id = response_shape::text_member(item, "call_id", "/item"),
          .name = response_shape::text_member(item, "name", "/item"),
          .arguments = chunk_members::text(item, "arguments", "/item")};
}

class ResponseReader final : public EventReader {
 public:
  std::string read(std::string const& type, Json const& event) override {
    // P10.2-01: of whichever item and part; nobody looks at their numbers.
    if (type == "response.output_text.delta") return text_of(event, "delta");
    // P10.2-08: the first piece throws, so that `done` is only reached by a refusal that came without pieces.
    if (type == "response.refusal.delta") refuse(text_of(event, "delta"));
    if (type == "response.refusal.done") refuse(text_of(event, "refusal"));
    if (type == "response.failed") throw_failure(event);
    read_calls(type, event);
    // P10.2-10: what was cut off at a limit is still the answer.
    has_ended_ = type == last_event() || type == "response.incomplete";
    // P10.2-03: events that repeat the text come down to here.
    return "";
  }

  [[nodiscard]] bool has_ended() const override { return has_ended_; }
  [[nodiscard]] std::string_view last_event() const override { return "response.completed"; }
  [[nodiscard]] std::vector<ToolCall> calls() const override { return calls_.calls(); }

 private:
  static void refuse(std::string const& refusal) {
    if (!refusal.empty()) throw errors::model_refused(refusal);
  }

  [[noreturn]] static void throw_failure(Json const& event) {
    Json const& error = response_shape::member(chunk_members::member(event, "response"), "error");
    // P10.2-09: worded as for a whole response that failed (P8.4-01).
    throw errors::response_failed(error.is_null() ? "The response failed and does not say why"
                                                  : message_of_error(error));
  }

  void read_calls(std::string const& type, Json const& event) {
    if (type == "response.function_call_arguments.delta") calls_.add(place_of(event), text_of(event, "delta"));
    if (type == "response.function_call_arguments.done") calls_.settle(place_of(event), text_of(event, "arguments"));
    // P10.2-04: either event is enough; both name the same place, so that the call is still one.
    bool const is_done = type == "response.output_item.done";
    bool const names_item = is_done || type == "response.output_item.added";
    if (!names_item || !is_function_call(item_of(event))) return;
    ToolCall call = called(item_of(event));
    if (is_done) calls_.settle(place_of(event), call.arguments);
    calls_.open(place_of(event), std::move(call));
  }

  PiecedCalls calls_;
  bool has_ended_ = false;
};

}  // namespace
}  // namespace responses_stream

ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks) {
  return items_of_events(std::move(chunks), std::make_shared<responses_stream::ResponseReader>());
}

}  // namespace prompty::processing
