#include "prompty/wire/anthropic/message.hpp"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "prompty/core/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/wire/anthropic/part.hpp"

namespace prompty::anthropic {
namespace {

constexpr char const* stored_blocks = "content_blocks";

Json content_blocks(Message const& message) {
  // P7.5-18, P7.5-19: a list for a single text too; this provider has no short form here.
  Json blocks = Json::array();
  for (ContentPart const& part : message.content) {
    if (std::optional<Json> block = part_to_wire(part)) blocks.push_back(std::move(*block));
  }
  return blocks;
}

Json demand_text(Json const& object, char const* name, std::string const& place) {
  if (!object.contains(name) || !object[name].is_string()) {
    throw errors::property_missing(fmt::format("{}.{}", place, name), "a string");
  }
  return object[name];
}

Json input_of(Json const& function, std::string const& place) {
  std::string const arguments = demand_text(function, "arguments", place).get<std::string>();
  if (arguments.empty()) return Json::object();
  std::optional<Json> input = json_text::parse(arguments);
  if (!input || !input->is_object()) throw errors::arguments_not_an_object(fmt::format("{}.arguments", place));
  return std::move(*input);
}

Json call_block(Json const& call, std::string const& place) {
  std::string const in_function = fmt::format("{}.function", place);
  if (!call.contains("function") || !call["function"].is_object()) {
    throw errors::property_missing(in_function, "an object");
  }
  Json const& function = call["function"];
  return Json{{"type", "tool_use"},
              {"id", demand_text(call, "id", place)},
              {"name", demand_text(function, "name", in_function)},
              {"input", input_of(function, in_function)}};
}

bool has_calls(Message const& message) {
  return message.role == "assistant" && message.metadata.contains("tool_calls") &&
         message.metadata["tool_calls"].is_array() && !message.metadata["tool_calls"].empty();
}

/// Text, then calls. The provider refuses an empty text, which is what a turn of nothing but calls carries.
Json calling_blocks(Message const& message, std::string const& place) {
  Json blocks = Json::array();
  for (Json& block : content_blocks(message)) {
    if (!block.contains("text") || block["text"] != "") blocks.push_back(std::move(block));
  }
  std::size_t index = 0;
  for (Json const& call : message.metadata["tool_calls"]) {
    blocks.push_back(call_block(call, fmt::format("{}.metadata.tool_calls[{}]", place, index++)));
  }
  return blocks;
}

/// blocks that the provider wrote go back as they came, since some of them are signed.
Json content_of(Message const& message, std::string const& place) {
  if (has_calls(message)) {
    if (message.metadata.contains(stored_blocks)) return message.metadata[stored_blocks];
    return calling_blocks(message, place);
  }
  return content_blocks(message);
}

Json result_block(Message const& message, std::string const& place) {
  Json block{{"type", "tool_result"},
             {"tool_use_id", demand_text(message.metadata, "tool_call_id", fmt::format("{}.metadata", place))}};
  bool const is_one_text = message.content.size() == 1 && std::holds_alternative<TextPart>(message.content.front());
  if (is_one_text) {
    block["content"] = std::get<TextPart>(message.content.front()).value;
  } else {
    block["content"] = content_blocks(message);
  }
  return block;
}

enum class Previous { message, results };

}  // namespace

Json messages_to_wire(std::vector<Message> const& messages) {
  Json wires = Json::array();
  Previous previous = Previous::message;
  for (std::size_t index = 0; index < messages.size(); ++index) {
    Message const& message = messages[index];
    // P7.5-02, P7.5-05: sent beside the conversation; the other messages close the gap.
    if (message.role == "system") continue;
    std::string const place = fmt::format("messages[{}]", index);
    if (message.role == "tool") {
      // P9.5-02, A-091: the provider wants all results of a turn in the one message that answers it.
      if (previous != Previous::results) wires.push_back(Json{{"role", "user"}, {"content", Json::array()}});
      wires.back()["content"].push_back(result_block(message, place));
      previous = Previous::results;
      continue;
    }
    // P7.5-22: the provider refuses members that it does not know.
    wires.push_back(Json{{"role", message.role}, {"content", content_of(message, place)}});
    previous = Previous::message;
  }
  return wires;
}

}  // namespace prompty::anthropic
