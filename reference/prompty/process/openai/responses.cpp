#include "prompty/process/openai/responses.hpp"

#include <fmt/core.h>

#include "prompty/core/json_text.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/reading.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::processing {
namespace {

/// Its message, or without one all of it as JSON.
std::string message_of_error(Json const& error) {
  Json const& message = member_of(error, "message");
  return message.is_string() ? message.get<std::string>() : json_text::dump(error);
}

std::vector<ToolCall> function_calls(Json const& output) {
  std::vector<ToolCall> calls;
  for (std::size_t index = 0; index < output.size(); ++index) {
    Json const& item = output[index];
    // P8.4-02: messages, reasoning and calls that the provider carries out itself are in the same list.
    if (!has_type(item, "function_call")) continue;
    std::string const pointer = fmt::format("/output/{}", index);
    // P8.4-03: the item's own id answers to nothing.
    calls.push_back({.id = text_member(item, "call_id", pointer),
                     .name = text_member(item, "name", pointer),
                     .arguments = text_member(item, "arguments", pointer)});
  }
  return calls;
}

std::string joined_text(Json const& output) {
  std::string joined;
  for (std::size_t index = 0; index < output.size(); ++index) {
    if (!has_type(output[index], "message")) continue;
    Json const& content = member_of(output[index], "content");
    for (std::size_t part = 0; content.is_array() && part < content.size(); ++part) {
      if (!has_type(content[part], "output_text")) continue;
      joined += text_member(content[part], "text", fmt::format("/output/{}/content/{}", index, part));
    }
  }
  return joined;
}

void demand_no_refusal(std::string const& refusal) {
  if (!refusal.empty()) throw errors::model_refused(refusal);
}

[[noreturn]] void throw_failure(Json const& event) {
  Json const& error = member_of(member_of(event, "response"), "error");
  // P10.2-09: worded as for a whole response that failed (P8.4-01).
  throw errors::response_failed(error.is_null() ? "The response failed and does not say why" : message_of_error(error));
}

void read_calls(std::string const& type, Json const& event, StreamedCalls& calls) {
  auto const place = [&] { return integer_member(event, "output_index", ""); };
  if (type == "response.function_call_arguments.delta") calls.append(place(), optional_text(event, "delta", ""));
  if (type == "response.function_call_arguments.done") calls.complete(place(), optional_text(event, "arguments", ""));
  // P10.2-04: either event is enough; both name the same place, so that the call is still one.
  bool const is_done = type == "response.output_item.done";
  if (!is_done && type != "response.output_item.added") return;
  Json const& item = object_member(event, "item", "", "an output item");
  if (optional_text(item, "type", "/item") != "function_call") return;
  // P8.4-03: the item's own id answers to nothing.
  ToolCall call{.id = text_member(item, "call_id", "/item"),
                .name = text_member(item, "name", "/item"),
                .arguments = optional_text(item, "arguments", "/item")};
  if (is_done) calls.complete(place(), call.arguments);
  calls.start(place(), std::move(call));
}

std::string read_response_event(std::string const& type, Json const& event, StreamedCalls& calls) {
  // P10.2-01: of whichever item and part, whatever their numbers.
  if (type == "response.output_text.delta") return optional_text(event, "delta", "");
  // P10.2-08: the first piece throws, so that `done` is only reached by a refusal that came without pieces.
  if (type == "response.refusal.delta") demand_no_refusal(optional_text(event, "delta", ""));
  if (type == "response.refusal.done") demand_no_refusal(optional_text(event, "refusal", ""));
  if (type == "response.failed") throw_failure(event);
  read_calls(type, event, calls);
  // P10.2-03: events that repeat the text come down to here.
  return "";
}

}  // namespace

Outcome process_responses(PromptyAgent const& agent, Json const& response) {
  Json const& error = member_of(response, "error");
  // P8.4-01: first, since a response that failed may list output all the same.
  if (!error.is_null()) throw errors::response_failed(message_of_error(error));
  Json const& output = list_member(response, "output");
  std::vector<ToolCall> calls = function_calls(output);
  // P8.4-04: before text is looked at.
  if (!calls.empty()) return calls;

  // P8.4-05, A-108: the field is made by a client library and does not cross the wire.
  // P8.4-08: an empty one counts; the output is searched only without the field.
  bool const has_text = !member_of(response, "output_text").is_null();
  return text_outcome(agent, has_text ? text_member(response, "output_text", "") : joined_text(output));
}

ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks) {
  // P10.2-10: what was cut off at a limit is still the answer.
  return items_of_events(std::move(chunks),
                         {.read = read_response_event, .endings = {"response.completed", "response.incomplete"}});
}

}  // namespace prompty::processing
