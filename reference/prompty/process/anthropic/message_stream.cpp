#include "prompty/process/anthropic/message_stream.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/process/chunk_members.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/event_items.hpp"
#include "prompty/process/pieced_calls.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace message_stream {
namespace {

Json const& object_in(Json const& event, std::string_view name, std::string_view pointer) {
  Json const& found = chunk_members::member(event, name);
  if (!found.is_object()) chunk_members::expect("an object", pointer, found);
  return found;
}

std::int64_t block_of(Json const& event) {
  return chunk_members::integer(event, "index", "");
}

ToolCall called(Json const& block) {
  Json const& input = chunk_members::member(block, "input");
  if (!input.is_null() && !input.is_object()) chunk_members::expect("an object", "/content_block/input", input);
  return {.id = response_shape::text_member(block, "id", "/content_block"),
          .name = response_shape::text_member(block, "name", "/content_block"),
          .arguments = json_text::dump(input.is_null() ? Json::object() : input)};
}

void demand_no_refusal(Json const& delta) {
  // P10.3-09: the other reasons tell why the model stopped and change nothing of what it said.
  if (chunk_members::text(delta, "stop_reason", "/delta") != "refusal") return;
  Json const& details = chunk_members::member(delta, "stop_details");
  Json const& explanation = response_shape::member(details, "explanation");
  // P10.3-08: drops the calls so far, which are handed on only at the end.
  throw errors::model_refused(explanation.is_string() ? explanation.get_ref<std::string const&>()
                                                      : "the provider gave no explanation");
}

class MessageReader final : public EventReader {
 public:
  std::string read(std::string const& type, Json const& event) override {
    if (type == "content_block_start") return read_block(event);
    if (type == "content_block_delta") return read_delta(event);
    if (type == "message_delta") demand_no_refusal(object_in(event, "delta", "/delta"));
    has_ended_ = type == last_event();
    return "";
  }

  [[nodiscard]] bool has_ended() const override { return has_ended_; }
  [[nodiscard]] std::string_view last_event() const override { return "message_stop"; }
  [[nodiscard]] std::vector<ToolCall> calls() const override { return calls_.calls(); }

 private:
  std::string read_block(Json const& event) {
    Json const& block = object_in(event, "content_block", "/content_block");
    std::string const& type = chunk_members::text(block, "type", "/content_block");
    // P10.3-02: usually empty, and then no item.
    if (type == "text") return chunk_members::text(block, "text", "/content_block");
    // P10.3-04: server_tool_use is carried out by the provider itself.
    if (type == "tool_use") calls_.open(block_of(event), called(block));
    return "";
  }

  std::string read_delta(Json const& event) {
    Json const& delta = object_in(event, "delta", "/delta");
    std::string const& type = chunk_members::text(delta, "type", "/delta");
    // P10.3-01, P10.3-03: of whichever block; thinking and citations have types of their own.
    if (type == "text_delta") return chunk_members::text(delta, "text", "/delta");
    if (type == "input_json_delta") {
      calls_.add(block_of(event), chunk_members::text(delta, "partial_json", "/delta"));
    }
    return "";
  }

  PiecedCalls calls_;
  bool has_ended_ = false;
};

}  // namespace
}  // namespace message_stream

ItemStream process_message_stream(std::shared_ptr<PromptyStream> chunks) {
  return items_of_events(std::move(chunks), std::make_shared<message_stream::MessageReader>());
}

}  // namespace prompty::processing
