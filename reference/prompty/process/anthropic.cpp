#include "prompty/core/json_text.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/reading.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::processing {
namespace {

ToolCall called_tool(Json const& block, std::string_view pointer, Json const& input) {
  if (!input.is_object()) expect("an object", fmt::format("{}/input", pointer), input);
  // P8.5-03, P8.5-04: an empty input is written as JSON like any other, since whoever gets the call parses it.
  return {.id = text_member(block, "id", pointer),
          .name = text_member(block, "name", pointer),
          .arguments = json_text::dump(input)};
}

std::string block_pointer(std::size_t index) {
  return fmt::format("/content/{}", index);
}

std::vector<ToolCall> called_tools(Json const& content) {
  std::vector<ToolCall> calls;
  for (std::size_t index = 0; index < content.size(); ++index) {
    Json const& block = content[index];
    // P8.5-01: calls of other types, such as server_tool_use, are carried out by the provider.
    if (has_type(block, "tool_use"))
      calls.push_back(called_tool(block, block_pointer(index), member_of(block, "input")));
  }
  return calls;
}

std::string text_of(Json const& content, Profile profile) {
  // P8.5-07: stays empty when no block is text.
  std::string text;
  for (std::size_t index = 0; index < content.size(); ++index) {
    // P8.5-06: a block of thinking, for one, may stand in front.
    if (!has_type(content[index], "text")) continue;
    text += text_member(content[index], "text", block_pointer(index));
    // P8.5-05, A-110: as written the first block is the whole text.
    if (profile == Profile::as_written) break;
  }
  return text;
}

std::string read_block_start(Json const& event, StreamedCalls& calls) {
  constexpr std::string_view pointer = "/content_block";
  Json const& block = object_member(event, "content_block", "");
  std::string const& type = optional_text(block, "type", pointer);
  // P10.3-02: usually empty, and then no item.
  if (type == "text") return optional_text(block, "text", pointer);
  // P10.3-04: server_tool_use is carried out by the provider itself.
  if (type == "tool_use") {
    Json const& input = member_of(block, "input");
    calls.start(integer_member(event, "index", ""),
                called_tool(block, pointer, input.is_null() ? Json::object() : input));
  }
  return "";
}

std::string read_block_delta(Json const& event, StreamedCalls& calls) {
  Json const& delta = object_member(event, "delta", "");
  std::string const& type = optional_text(delta, "type", "/delta");
  // P10.3-01, P10.3-03: of whichever block; thinking and citations have types of their own.
  if (type == "text_delta") return optional_text(delta, "text", "/delta");
  if (type == "input_json_delta") {
    calls.append(integer_member(event, "index", ""), optional_text(delta, "partial_json", "/delta"));
  }
  return "";
}

void demand_no_refusal(Json const& event) {
  Json const& delta = object_member(event, "delta", "");
  // P10.3-09: the other reasons tell why the model stopped and change nothing of what it said.
  if (optional_text(delta, "stop_reason", "/delta") != "refusal") return;
  Json const& explanation = member_of(member_of(delta, "stop_details"), "explanation");
  // P10.3-08: drops the calls so far, which are handed on only at the end.
  throw errors::model_refused(explanation.is_string() ? explanation.get_ref<std::string const&>()
                                                      : "the provider gave no explanation");
}

std::string read_message_event(std::string const& type, Json const& event, StreamedCalls& calls) {
  if (type == "content_block_start") return read_block_start(event, calls);
  if (type == "content_block_delta") return read_block_delta(event, calls);
  if (type == "message_delta") demand_no_refusal(event);
  return "";
}

}  // namespace

Outcome process_message(PromptyAgent const& agent, Json const& response, Profile profile) {
  Json const& content = list_member(response, "content");
  std::vector<ToolCall> calls = called_tools(content);
  // P8.5-02: before text is looked at.
  if (!calls.empty()) return calls;
  return text_outcome(agent, text_of(content, profile));
}

ItemStream process_message_stream(std::shared_ptr<PromptyStream> chunks) {
  return items_of(std::move(chunks), {.read = read_message_event, .endings = {"message_stop"}});
}

}  // namespace prompty::processing
