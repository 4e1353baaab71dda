#include "prompty/core/utf8.hpp"
#include "prompty/wire/errors.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::live {
namespace {

Json base64_source(std::string_view media_type, std::string_view data) {
  if (media_type.empty()) throw errors::image_without_media_type();
  return Json{{"type", "base64"}, {"media_type", media_type}, {"data", data}};
}

/// `address` is what follows "data:"; `known_type` counts when it names no media type.
Json data_source(std::string_view address, std::string_view known_type) {
  std::size_t const comma = address.find(',');
  bool const holds_base64 = comma != std::string_view::npos && address.substr(0, comma).ends_with(";base64");
  if (!holds_base64) throw errors::image_not_base64();
  std::string_view const media_type = address.substr(0, address.find(';'));
  return base64_source(media_type.empty() ? known_type : media_type, address.substr(comma + 1));
}

Json live_source(std::string_view value, std::string_view media_type) {
  if (utf8::starts_with_ignoring_case(value, "https://") || utf8::starts_with_ignoring_case(value, "http://"))
    return Json{{"type", "url"}, {"url", value}};
  constexpr std::string_view data = "data:";
  return utf8::starts_with_ignoring_case(value, data) ? data_source(value.substr(data.size()), media_type)
                                                      : base64_source(media_type, value);
}

/// Whether it is an image as the letter has it; blocks that the provider wrote itself may be others.
bool is_image_of_base64(Json const& block) {
  if (block["type"] != "image" || !block.contains("source") || !block["source"].is_object()) return false;
  Json const& source = block["source"];
  return source.contains("data") && source.contains("media_type") && source["data"].is_string();
}

///
void amend_images(Json& blocks) {
  if (!blocks.is_array()) return;
  for (Json& block : blocks) {
    if (!block.is_object() || !block.contains("type")) continue;
    if (block["type"] == "tool_result" && block.contains("content")) amend_images(block["content"]);
    if (!is_image_of_base64(block)) continue;
    Json const source = std::move(block["source"]);
    Json const& media_type = source["media_type"];
    block["source"] = live_source(source["data"].get_ref<std::string const&>(),
                                  media_type.is_string() ? media_type.get_ref<std::string const&>() : "");
  }
}

///
void join_system_messages(Json& request, std::vector<Message> const& messages) {
  std::string system;
  for (Message const& message : messages) {
    if (message.role != "system") continue;
    std::string const part = text(message);
    if (!system.empty() && !part.empty()) system += "\n\n";
    system += part;
  }
  if (!system.empty()) request["system"] = std::move(system);
}

/// the provider has this means of its own, which §7.5 does not know.
void add_outputs(Json& request, std::vector<Property> const& outputs) {
  if (outputs.empty()) return;
  Json schema = wire::schema_to_wire(outputs);
  wire::close_schema(schema);
  request["output_config"]["format"] = Json{{"type", "json_schema"}, {"schema", std::move(schema)}};
}

}  // namespace

Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  Json request = anthropic::message_request(agent, messages);
  for (Json& message : request["messages"]) amend_images(message["content"]);
  join_system_messages(request, messages);
  //
  if (request.contains("stop_sequences") && request["stop_sequences"].empty()) request.erase("stop_sequences");
  // P7.7-01
  add_outputs(request, agent.outputs);
  //
  wire::add_missing(request, wire::options_of(agent).additional_properties);
  return request;
}

}  // namespace prompty::live
