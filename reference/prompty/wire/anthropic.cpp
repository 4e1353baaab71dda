#include "prompty/core/json_text.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/errors.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::anthropic {
namespace {

constexpr std::int64_t default_max_tokens = 4096;
constexpr char const* stored_blocks = "content_blocks";

/// P7.5-21: always as base64, also when the value is an address.
Json image_source(ImagePart const& image) {
  Json source{{"type", "base64"}, {"media_type", nullptr}, {"data", image.value}};
  put(source, "media_type", image.media_type);
  return source;
}

Json content_blocks(Message const& message) {
  // P7.5-18, P7.5-19: a list for a single text too; this provider has no short form here.
  Json blocks = Json::array();
  for (ContentPart const& part : message.content) {
    if (TextPart const* const text = std::get_if<TextPart>(&part)) {
      // P7.5-20: the same block as for OpenAI.
      blocks.push_back(Json{{"type", "text"}, {"text", text->value}});
    } else if (ImagePart const* const image = std::get_if<ImagePart>(&part)) {
      blocks.push_back(Json{{"type", "image"}, {"source", image_source(*image)}});
    }
  }
  return blocks;
}

Json demand_text(Json const& object, char const* name, std::string const& place) {
  Json const& text = member_of(object, name);
  if (!text.is_string()) throw errors::property_missing(fmt::format("{}.{}", place, name), "a string");
  return text;
}

Json input_of(Json const& function, std::string const& place) {
  std::string const arguments = demand_text(function, "arguments", place).get<std::string>();
  if (arguments.empty()) return Json::object();
  std::optional<Json> input = json_text::parse(arguments);
  if (!input || !input->is_object()) throw errors::call_arguments_not_an_object(fmt::format("{}.arguments", place));
  return std::move(*input);
}

Json call_block(Json const& call, std::string const& place) {
  std::string const in_function = fmt::format("{}.function", place);
  Json const& function = member_of(call, "function");
  if (!function.is_object()) throw errors::property_missing(in_function, "an object");
  return Json{{"type", "tool_use"},
              {"id", demand_text(call, "id", place)},
              {"name", demand_text(function, "name", in_function)},
              {"input", input_of(function, in_function)}};
}

bool has_calls(Message const& message) {
  return message.role == "assistant" && !list_in(message.metadata, "tool_calls").empty();
}

Json content_of(Message const& message, std::string const& place) {
  Json blocks = content_blocks(message);
  if (!has_calls(message)) return blocks;
  // blocks that the provider wrote go back as they came, since some of them are signed.
  if (message.metadata.contains(stored_blocks)) return message.metadata[stored_blocks];
  Json calling = Json::array();
  for (Json& block : blocks) {
    // The provider refuses an empty text, which is what a turn of nothing but calls carries.
    if (!block.contains("text") || block["text"] != "") calling.push_back(std::move(block));
  }
  std::size_t index = 0;
  for (Json const& call : message.metadata["tool_calls"]) {
    calling.push_back(call_block(call, fmt::format("{}.metadata.tool_calls[{}]", place, index++)));
  }
  return calling;
}

Json result_block(Message const& message, std::string const& place) {
  Json block{{"type", "tool_result"},
             {"tool_use_id", demand_text(message.metadata, "tool_call_id", fmt::format("{}.metadata", place))}};
  // P9.5-09: blocks for anything but one text, which has the short form.
  bool const is_one_text = message.content.size() == 1 && std::holds_alternative<TextPart>(message.content.front());
  block["content"] = is_one_text ? Json(text(message)) : content_blocks(message);
  return block;
}

/// P7.5-03: of several system messages the last one counts. A-088: what was cut into parts is put together again.
std::string system_text(std::vector<Message> const& messages) {
  std::string system;
  for (Message const& message : messages) {
    if (message.role == "system") system = text(message);
  }
  return system;
}

void add_options(Json& request, ModelOptions const& options) {
  // P7.5-09, P7.6-01, P7.6-02: what is set is sent, zero too, under the name of this provider.
  put(request, "temperature", options.temperature);
  // P7.5-10, P7.6-04: the same name as for OpenAI.
  put(request, "top_p", options.top_p);
  // P7.5-11, P7.6-05: an option that OpenAI does not have.
  put(request, "top_k", options.top_k);
  // P7.5-12, P7.6-08: OpenAI calls it `stop`.
  put(request, "stop_sequences", options.stop_sequences);
  // P7.5-13, P7.6-06, P7.6-07, P7.6-09, P7.6-10, P7.6-11: penalties and seed have no line here, which is no error.
}

Json tools_to_wire(std::vector<Tool> const& tools) {
  Json wires = Json::array();
  for (Tool tool : tools) {
    FunctionTool* const function = std::get_if<FunctionTool>(&tool.details);
    // P7.5-14: what tools of other kinds were found to offer stays behind.
    if (function == nullptr) continue;
    // P7.5-16: strictness would leave its mark in the schema.
    function->strict.reset();
    // P7.5-17: through the conversion for chat, which takes bound parameters out.
    Json definition = wire::tools_to_wire({std::move(tool)}).front()["function"];
    Json wire{{"name", std::move(definition["name"])}};
    if (definition.contains("description")) wire["description"] = std::move(definition["description"]);
    wire["input_schema"] = std::move(definition["parameters"]);
    wires.push_back(std::move(wire));
  }
  return wires;
}

}  // namespace

Json messages_to_wire(std::vector<Message> const& messages) {
  Json wires = Json::array();
  bool follows_result = false;
  for (std::size_t index = 0; index < messages.size(); ++index) {
    Message const& message = messages[index];
    // P7.5-02, P7.5-05: sent beside the conversation; the other messages close the gap.
    if (message.role == "system") continue;
    std::string const place = fmt::format("messages[{}]", index);
    if (message.role == "tool") {
      // P9.5-02, A-091: the provider wants all results of a turn in the one message that answers it.
      if (!follows_result) wires.push_back(Json{{"role", "user"}, {"content", Json::array()}});
      wires.back()["content"].push_back(result_block(message, place));
      follows_result = true;
      continue;
    }
    // P7.5-22: the provider refuses members that it does not know.
    wires.push_back(Json{{"role", message.role}, {"content", content_of(message, place)}});
    follows_result = false;
  }
  return wires;
}

Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  ModelOptions const options = wire::options_of(agent);
  Json request = wire::request_for_model(agent);
  request["messages"] = messages_to_wire(messages);
  // P7.5-06, P7.5-07, P7.6-03: the provider demands a limit in every request.
  // P7.5-06, P7.5-08: a limit of zero would leave no answer.
  std::int64_t const limit = options.max_output_tokens.value_or(0);
  request["max_tokens"] = limit == 0 ? default_max_tokens : limit;

  std::string system = system_text(messages);
  // P7.5-02, P7.5-04: an empty text is treated like none.
  if (!system.empty()) request["system"] = std::move(system);
  add_options(request, options);
  Json tools = tools_to_wire(agent.tools);
  // P7.5-15: empty also when all tools are of other kinds.
  if (!tools.empty()) request["tools"] = std::move(tools);
  // P7.5-13, P7.5-24: neither outputs nor additional properties are sent.
  return request;
}

}  // namespace prompty::anthropic
