#include <algorithm>
#include <array>
#include <initializer_list>

#include "prompty/core/match.hpp"
#include "prompty/wire/errors.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::live {
namespace {

constexpr std::string_view data_scheme = "data:";
constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n";

/// A data URI for a value that may be an address, where it is base64 of a known media type instead.
template <class Part>
std::optional<std::string> data_uri(Part const& part) {
  bool const is_typed_base64 = part.media_type && !part.media_type->empty() && !part.value.empty() &&
                               part.value.find_first_not_of(base64_alphabet) == std::string::npos;
  if (!is_typed_base64) return std::nullopt;
  return fmt::format("data:{};base64,{}", *part.media_type, part.value);
}

std::string file_name(std::string_view uri) {
  std::string_view const type = uri.substr(data_scheme.size(), uri.find_first_of(";,") - data_scheme.size());
  std::size_t const slash = type.find('/');
  if (slash == std::string_view::npos || slash + 1 == type.size()) return "file.txt";
  std::string_view const subtype = type.substr(slash + 1);
  return "file." + (subtype == "plain" ? "txt" : std::string(subtype));
}

///
Json image_block(ImagePart const& image) {
  Json block = openai::part_to_wire(image);
  if (std::optional<std::string> uri = data_uri(image)) block["image_url"]["url"] = std::move(*uri);
  return block;
}

///
Json audio_block(AudioPart const& audio) {
  Json block = openai::part_to_wire(audio);
  Json const& input = block["input_audio"];
  if (!input.contains("format")) throw errors::audio_without_media_type();
  std::string const format = input["format"].get<std::string>();
  if (format != "wav" && format != "mp3") throw errors::audio_format_refused(format);
  return block;
}

/// a data URI, or base64 with a media type, with a name made from that; nothing for an address.
std::optional<Json> inline_file(FilePart const& file) {
  std::optional<std::string> const uri =
      file.value.starts_with(data_scheme) ? std::optional(file.value) : data_uri(file);
  if (!uri) return std::nullopt;
  return Json{{"filename", file_name(*uri)}, {"file_data", *uri}};
}

/// the block for one part of a message of that role in a Responses request.
Json responses_block(ContentPart const& part, std::string_view role) {
  return match(
      part,
      [&](TextPart const& text) {
        return Json{{"type", role == "assistant" ? "output_text" : "input_text"}, {"text", text.value}};
      },
      [](ImagePart const& image) {
        Json shown = image_block(image)["image_url"];
        Json block{{"type", "input_image"}, {"image_url", std::move(shown["url"])}};
        if (shown.contains("detail")) block["detail"] = std::move(shown["detail"]);
        return block;
      },
      [](AudioPart const& audio) { return audio_block(audio); },
      [](FilePart const& file) {
        Json block{{"type", "input_file"}};
        block.update(inline_file(file).value_or(Json{{"file_url", file.value}}));
        return block;
      });
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// of a role that the provider does not know, every key. The reasoning that compatible servers want back counts
/// as known.
bool takes_metadata(std::string_view role, std::string_view key) {
  if (role == "assistant") {
    return is_one_of(
        key, {"name", "refusal", "audio", "tool_calls", "function_call", "reasoning_content", "reasoning_details"});
  }
  if (role == "tool") return key == "tool_call_id";
  return key == "name" || !is_one_of(role, {"user", "system", "developer"});
}

///
void drop_unknown_metadata(Json& wire, Message const& message) {
  for (auto const& [key, value] : message.metadata.items()) {
    bool const is_own = key == "role" || key == "content";
    if (!is_own && !takes_metadata(message.role, key)) wire.erase(key);
  }
}

/// `wires` are what `openai::chat_request` made of the messages.
void amend_chat_messages(Json& wires, std::vector<Message> const& messages) {
  for (std::size_t index = 0; index < messages.size(); ++index) {
    Message const& message = messages[index];
    Json& wire = wires[index];
    drop_unknown_metadata(wire, message);
    // an empty list is refused.
    if (message.content.empty()) wire["content"] = "";
    if (!wire["content"].is_array()) continue;
    for (std::size_t part = 0; part < message.content.size(); ++part)
      wire["content"][part] = chat_block(message.content[part]);
  }
}

/// unchanged and in front of the call, since the provider refuses a call whose reasoning is missing.
void add_items_before(Json& items, Message const& message) {
  if (!message.metadata.contains("responses_items_before")) return;
  Json const& before = message.metadata["responses_items_before"];
  if (before.is_array()) items.insert(items.end(), before.begin(), before.end());
}

/// `items` are what `openai::responses_request` made of the messages.
Json amended_input(Json items, std::vector<Message> const& messages) {
  Json amended = Json::array();
  std::size_t next = 0;
  for (Message const& message : messages) {
    if (message.metadata.contains("responses_function_call")) {
      add_items_before(amended, message);
      Json call = std::move(items[next++]);
      Json output = std::move(items[next++]);
      // the provider wants an output to belong to the call in front of it.
      if (call.is_object() && call.contains("call_id")) output["call_id"] = call["call_id"];
      amended.push_back(std::move(call));
      amended.push_back(std::move(output));
      continue;
    }
    Json item = std::move(items[next++]);
    if (item["content"].is_array()) {
      for (std::size_t part = 0; part < message.content.size(); ++part)
        item["content"][part] = responses_block(message.content[part], message.role);
    }
    amended.push_back(std::move(item));
  }
  return amended;
}

/// Options of the runtime and the parameters that they are sent as, "" for none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> renamed_options{
    {{"maxOutputTokens", "max_completion_tokens"},
     {"topP", "top_p"},
     {"topK", ""},
     {"frequencyPenalty", "frequency_penalty"},
     {"presencePenalty", "presence_penalty"},
     {"stopSequences", "stop"},
     {"allowMultipleToolCalls", ""}}};

/// The parameter that an additional property is meant as, "" when the provider has none for it.
std::string meant_parameter(std::string const& key) {
  auto const* const option =
      std::find_if(renamed_options.begin(), renamed_options.end(), [&](auto const& pair) { return pair.first == key; });
  return option == renamed_options.end() ? key : std::string(option->second);
}

/// without an empty list of stop sequences and without additional properties that are null.
ModelOptions options_as_meant(ModelOptions options) {
  if (options.stop_sequences && options.stop_sequences->empty()) options.stop_sequences.reset();
  Json meant = Json::object();
  for (auto const& [key, value] : options.additional_properties.items()) {
    std::string const parameter = meant_parameter(key);
    if (!value.is_null() && !parameter.empty() && !meant.contains(parameter)) meant[parameter] = value;
  }
  options.additional_properties = std::move(meant);
  return options;
}

///
Json responses_options(ModelOptions const& options) {
  Json parameters = Json::object();
  if (options.temperature) parameters["temperature"] = *options.temperature;
  if (options.top_p) parameters["top_p"] = *options.top_p;
  if (options.max_output_tokens) parameters["max_output_tokens"] = *options.max_output_tokens;
  wire::add_missing(parameters, options.additional_properties);
  return parameters;
}

bool is_any_open(std::vector<Property> const& properties);

/// what it holds, or something in it, is not known, and a strict schema would have to say it.
bool is_open_structure(Property const& property) {
  if (property.kind == "array" && property.items.empty()) return true;
  if (property.kind == "object" && property.properties.empty()) return true;
  return is_any_open(property.items) || is_any_open(property.properties) || is_any_open(property.one_of) ||
         is_any_open(property.any_of);
}

bool is_any_open(std::vector<Property> const& properties) {
  return std::any_of(properties.begin(), properties.end(), is_open_structure);
}

bool says_array(Json const& type) {
  return type == "array" || (type.is_array() && std::find(type.begin(), type.end(), "array") != type.end());
}

/// the provider insists on `items`, at any depth of the schemas that servers of tools send as well.
void allow_any_items(Json& schema) {
  if (!schema.is_object()) return;
  if (schema.contains("type") && says_array(schema["type"]) && !schema.contains("items")) {
    schema["items"] = Json::object();
  }
  for (auto& [keyword, value] : schema.items()) {
    bool const has_names =
        is_one_of(keyword, {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"});
    bool const is_list = is_one_of(keyword, {"anyOf", "oneOf", "allOf", "prefixItems"}) && value.is_array();
    bool const is_schema = is_one_of(keyword, {"items", "additionalProperties", "contains", "not", "if", "then", "else",
                                               "propertyNames", "unevaluatedItems", "unevaluatedProperties"});
    if (is_schema) allow_any_items(value);
    if (!is_list && !(has_names && value.is_object())) continue;
    for (Json& inner : value) allow_any_items(inner);
  }
}

/// those that were optional may be null instead.
void require_every_property(Json& schema) {
  Json const required = schema.value("required", Json::array());
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    names.push_back(name);
    if (std::find(required.begin(), required.end(), Json(name)) != required.end()) continue;
    property["type"] = Json::array({property["type"], "null"});
    if (property.contains("enum")) property["enum"].push_back(nullptr);
  }
  if (!names.empty()) schema["required"] = std::move(names);
}

///
void drop_refused_strictness(Tool& tool) {
  FunctionTool* const function = std::get_if<FunctionTool>(&tool.details);
  if (function == nullptr) return;
  bool const is_refused = std::any_of(
      function->parameters.begin(), function->parameters.end(),
      [&](Property const& property) { return is_open_structure(property) && !tool.bindings.contains(property.name); });
  if (is_refused) function->strict.reset();
}

/// `format` has the name, strictness and schema that `prompty::openai` made of the outputs.
void amend_output_format(Json& format, std::vector<Property> const& outputs) {
  allow_any_items(format["schema"]);
  require_every_property(format["schema"]);
  if (is_any_open(outputs)) format["strict"] = false;
}

/// the members of `function` beside `type`.
Json flat(Json const& definitions) {
  Json tools = Json::array();
  for (Json const& definition : definitions) {
    Json tool{{"type", definition["type"]}};
    tool.update(definition["function"]);
    // here a function that says nothing is strict, other than in a chat, and its schema may not fit that.
    if (!tool.contains("strict")) tool["strict"] = false;
    tools.push_back(std::move(tool));
  }
  return tools;
}

}  // namespace

Json chat_block(ContentPart const& part) {
  return match(
      part, [](TextPart const& text) { return openai::part_to_wire(text); },
      [](ImagePart const& image) { return image_block(image); },
      [](AudioPart const& audio) { return audio_block(audio); },
      [](FilePart const& file) {
        std::optional<Json> inlined = inline_file(file);
        if (!inlined) throw errors::file_not_inline();
        return Json{{"type", "file"}, {"file", std::move(*inlined)}};
      });
}

Json tools_to_wire(std::vector<Tool> const& tools, Edition edition) {
  std::vector<Tool> taken = tools;
  for (Tool& tool : taken) drop_refused_strictness(tool);
  Json definitions = wire::tools_to_wire(taken, edition);
  for (Json& definition : definitions) {
    Json& function = definition["function"];
    allow_any_items(function["parameters"]);
    if (function.contains("strict")) require_every_property(function["parameters"]);
  }
  return definitions;
}

Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages, Edition edition) {
  PromptyAgent meant = agent;
  if (meant.model) meant.model->options = options_as_meant(wire::options_of(agent));
  Json request = openai::chat_request(meant, messages, edition);
  // an additional property may stand where the messages were.
  bool const has_own = wire::options_of(meant).additional_properties.contains("messages");
  if (!has_own) amend_chat_messages(request["messages"], messages);
  if (Json tools = tools_to_wire(agent.tools, edition); !tools.is_null()) request["tools"] = std::move(tools);
  if (!agent.outputs.empty()) amend_output_format(request["response_format"]["json_schema"], agent.outputs);
  return request;
}

Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages, Edition edition) {
  Json request = openai::responses_request(agent, messages, edition);
  request["input"] = amended_input(std::move(request["input"]), messages);
  if (Json const tools = tools_to_wire(agent.tools, edition); !tools.is_null()) request["tools"] = flat(tools);
  if (!agent.outputs.empty()) amend_output_format(request["text"]["format"], agent.outputs);
  Json const options = responses_options(wire::options_of(agent));
  for (auto const& [key, value] : options.items()) {
    // what is computed of tools and outputs is not replaced.
    bool const is_computed = (key == "tools" || key == "text") && request.contains(key);
    if (!is_computed) request[key] = value;
  }
  return request;
}

Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  Json request = openai::embedding_request(agent, messages);
  Json const& input = request["input"];
  if (input.empty()) throw errors::nothing_to_embed();
  if (input == "") throw errors::empty_text_to_embed(1);
  for (std::size_t index = 0; input.is_array() && index < input.size(); ++index) {
    if (input[index] == "") throw errors::empty_text_to_embed(index + 1);
  }
  return request;
}

Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  PromptyAgent meant = agent;
  if (meant.model) {
    meant.model->options = ModelOptions{.additional_properties = wire::options_of(agent).additional_properties};
  }
  Json request = openai::image_request(meant, messages);
  if (request["prompt"] == "") throw errors::no_image_prompt();
  return request;
}

}  // namespace prompty::live
