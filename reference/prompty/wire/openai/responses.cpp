#include "prompty/wire/openai/responses.hpp"

#include <string>
#include <utility>
#include <variant>

#include "prompty/core/match.hpp"
#include "prompty/wire/openai/model.hpp"
#include "prompty/wire/openai/output_format.hpp"
#include "prompty/wire/openai/part.hpp"
#include "prompty/wire/tool_projection.hpp"

namespace prompty::openai {
namespace responses {
namespace {

constexpr char const* stored_call = "responses_function_call";

Json content_of(Message const& message) {
  // P7.4.1-03: the same short form as in a chat request.
  if (message.content.size() == 1) {
    if (TextPart const* const text = std::get_if<TextPart>(&message.content.front())) return text->value;
  }
  // P7.4.1-04: the blocks are those of chat; the provider has other names for them.
  Json blocks = Json::array();
  for (ContentPart const& part : message.content) blocks.push_back(part_to_wire(part));
  return blocks;
}

std::string output_of(Message const& message) {
  // P7.4.1-07: `output` is a single text, so parts behind the first are left out.
  if (message.content.empty()) return "";
  return match(message.content.front(), [](auto const& part) { return part.value; });
}

/// P7.4.1-06: the message says which call it answers.
Json call_output(Message const& message) {
  Json const id = message.metadata.contains("tool_call_id") ? message.metadata["tool_call_id"] : Json(nullptr);
  return Json{{"type", "function_call_output"}, {"call_id", id}, {"output", output_of(message)}};
}

Json input_items(std::vector<Message> const& messages) {
  Json items = Json::array();
  // P7.4.1-02: system messages stay in their place; there are no `instructions`.
  for (Message const& message : messages) {
    // P7.4.1-05, P7.4.1-06, P7.4.1-08: the stored item, untouched, and its result take the place of an ordinary item.
    if (message.metadata.contains(stored_call)) {
      items.push_back(message.metadata[stored_call]);
      items.push_back(call_output(message));
      continue;
    }
    // P7.4.1-01, P7.4.1-09: other metadata means nothing here.
    items.push_back(Json{{"role", message.role}, {"content", content_of(message)}});
  }
  return items;
}

Json text_format(std::vector<Property> const& outputs) {
  // P7.4.1-12: flat, where chat puts the other three into an object of their own.
  Json format{{"type", "json_schema"}};
  format.update(output_format(outputs));
  return Json{{"format", std::move(format)}};
}

}  // namespace
}  // namespace responses

Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.4-01: built from scratch and not from a chat request, so nothing of that is left in it.
  Json request = request_for_model(agent);
  request["input"] = responses::input_items(messages);
  // P7.4.1-15: the options stay behind.
  // P7.4.1-11: the same definitions as in a chat request.
  Json tools = wire::tools_to_wire(agent.tools);
  // P7.4.1-17: null when no tool offers anything.
  if (!tools.empty()) request["tools"] = std::move(tools);
  // P7.4.1-14: `text` serves for nothing but the outputs.
  if (!agent.outputs.empty()) request["text"] = responses::text_format(agent.outputs);
  return request;
}

}  // namespace prompty::openai
