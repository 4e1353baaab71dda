#include "prompty/process/openai/responses.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/response_shape.hpp"
#include "prompty/process/structured_output.hpp"

namespace prompty::processing {
namespace responses {
namespace {

using response_shape::member;
using response_shape::text_member;

void demand_success(Json const& response) {
  Json const& error = member(response, "error");
  if (!error.is_null()) throw errors::response_failed(message_of_error(error));
}

bool has_type(Json const& object, char const* type) {
  return member(object, "type") == type;
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
    Json const& content = member(output[index], "content");
    for (std::size_t part = 0; content.is_array() && part < content.size(); ++part) {
      if (!has_type(content[part], "output_text")) continue;
      joined += text_member(content[part], "text", fmt::format("/output/{}/content/{}", index, part));
    }
  }
  return joined;
}

}  // namespace
}  // namespace responses

std::string message_of_error(Json const& error) {
  Json const& message = response_shape::member(error, "message");
  return message.is_string() ? message.get<std::string>() : json_text::dump(error);
}

Outcome process_responses(PromptyAgent const& agent, Json const& response) {
  // P8.4-01: first, since a response that failed may list output all the same.
  responses::demand_success(response);
  Json const& output = response_shape::list_member(response, "output");
  std::vector<ToolCall> calls = responses::function_calls(output);
  // P8.4-04: before text is looked at.
  if (!calls.empty()) return calls;

  // P8.4-05, A-108: the field is made by a client library and does not cross the wire.
  // P8.4-08: an empty one counts; the output is searched only when there is none.
  bool const has_text = !response_shape::member(response, "output_text").is_null();
  return text_outcome(
      agent, has_text ? response_shape::text_member(response, "output_text", "") : responses::joined_text(output));
}

}  // namespace prompty::processing
