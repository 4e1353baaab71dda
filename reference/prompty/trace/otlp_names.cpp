#include "prompty/trace/otlp_names.hpp"

#include <algorithm>
#include <array>

#include "prompty/core/json_text.hpp"
#include "prompty/trace/gen_ai.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::otlp_names {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

template <std::size_t Size>
std::string renamed(std::array<Names, Size> const& names, std::string const& name) {
  auto const found = std::ranges::find(names, name, &Names::first);
  return found == names.end() ? name : std::string(found->second);
}

constexpr std::array<Names, 6> attribute_names{{{"gen_ai.request.max_completion_tokens", "gen_ai.request.max_tokens"},
                                                {"gen_ai.request.max_output_tokens", "gen_ai.request.max_tokens"},
                                                {"gen_ai.request.stop", "gen_ai.request.stop_sequences"},
                                                {"gen_ai.request.n", "gen_ai.request.choice.count"},
                                                {"gen_ai.request.encoding_format", "gen_ai.request.encoding_formats"},
                                                {"gen_ai.request.dimensions", "gen_ai.embeddings.dimension.count"}}};

constexpr std::array<Names, 2> operation_names{{{"turn", "invoke_agent"}, {"image_generation", "generate_content"}}};

// Both serve OpenAI's interface.
constexpr std::array<Names, 2> provider_names{{{"azure", "azure.ai.openai"}, {"foundry", "azure.ai.openai"}}};

constexpr std::array<Names, 4> finish_reasons{
    {{"tool_calls", "tool_call"}, {"tool_use", "tool_call"}, {"end_turn", "stop"}, {"max_tokens", "length"}}};

std::string text_of(Json const& value) {
  return value.is_string() ? value.get<std::string>() : "";
}

Json value_of(std::string const& name, Json const& value) {
  if (name == "gen_ai.operation.name") return renamed(operation_names, text_of(value));
  if (name == "gen_ai.provider.name") return renamed(provider_names, text_of(value));
  bool const is_list = name == "gen_ai.request.stop_sequences" || name == "gen_ai.request.encoding_formats";
  return is_list && !value.is_array() ? Json::array({value}) : value;
}

/// Anthropic counts what it read from its cache, and wrote there, apart from the other tokens of the input.
void add_cached_tokens(Json& attributes) {
  if (member_of(attributes, "gen_ai.provider.name") != "anthropic") return;
  Json& input = attributes["gen_ai.usage.input_tokens"];
  if (!input.is_number_integer()) return;
  for (char const* const name : {"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_creation.input_tokens"}) {
    Json const& cached = member_of(attributes, name);
    if (cached.is_number_integer()) input = input.get<std::int64_t>() + cached.get<std::int64_t>();
  }
}

Json text_part(std::string const& text) {
  return Json{{"type", "text"}, {"content", text}};
}

Json reasoning_part(std::string const& text) {
  return Json{{"type", "reasoning"}, {"content", text}};
}

/// The text of arguments as the value that it is the JSON of, where it is.
Json call_part(Json const& id, Json const& name, Json const& arguments) {
  Json read = arguments;
  if (arguments.is_string()) read = json_text::parse(arguments.get<std::string>()).value_or(arguments);
  return Json{{"type", "tool_call"}, {"id", id}, {"name", name}, {"arguments", std::move(read)}};
}

/// A part of a message of a prompt: a text, or an image, a recording or a file by its address or its base64.
Json prompt_part(Json const& part) {
  std::string const value = text_in(part, "value");
  std::string const kind = text_in(part, "kind");
  if (kind == "text") return text_part(value);
  bool const is_address = value.find("://") != std::string::npos || value.starts_with("data:");
  Json shown{{"type", is_address ? "uri" : "blob"}, {"modality", kind}, {is_address ? "uri" : "content", value}};
  if (part.contains("mediaType")) shown["mime_type"] = part["mediaType"];
  return shown;
}

void add_thoughts_and_calls(Json& parts, Json const& said) {
  for (char const* const name : {"reasoning_content", "reasoning"}) {
    std::string const thought = text_in(said, name);
    if (thought.empty()) continue;
    parts.insert(parts.begin(), reasoning_part(thought));
    break;
  }
  for (Json const& call : list_in(said, "tool_calls")) {
    Json const& function = member_of(call, "function");
    parts.push_back(call_part(member_of(call, "id"), member_of(function, "name"), member_of(function, "arguments")));
  }
}

Json prompt_parts(Json const& message) {
  Json parts = Json::array();
  for (Json const& part : list_in(message, "content")) parts.push_back(prompt_part(part));
  return parts;
}

Json prompt_message(Json const& message) {
  Json parts = prompt_parts(message);
  Json const& metadata = member_of(message, "metadata");
  if (text_in(message, "role") == "tool") {
    std::string response;
    for (Json const& part : parts) response += text_in(part, "content");
    parts = Json::array({Json{{"type", "tool_call_response"},
                              {"id", member_of(metadata, "tool_call_id")},
                              {"response", std::move(response)}}});
  }
  add_thoughts_and_calls(parts, metadata);
  return Json{{"role", text_in(message, "role")}, {"parts", std::move(parts)}};
}

/// The parts of an item of a response, or of a block of Anthropic's; what the conventions have no part for is left out.
Json answer_parts(Json const& item) {
  std::string const type = text_in(item, "type");
  Json parts = Json::array();
  if (type == "text" || type == "output_text") parts.push_back(text_part(text_in(item, "text")));
  if (type == "thinking") parts.push_back(reasoning_part(text_in(item, "thinking")));
  if (type == "tool_use") {
    parts.push_back(call_part(member_of(item, "id"), member_of(item, "name"), member_of(item, "input")));
  }
  if (type == "function_call") {
    parts.push_back(call_part(member_of(item, "call_id"), member_of(item, "name"), member_of(item, "arguments")));
  }
  if (type == "reasoning") {
    for (Json const& part : list_in(item, "summary")) parts.push_back(reasoning_part(text_in(part, "text")));
  }
  Json const& content = member_of(item, "content");
  if (content.is_string()) parts.push_back(text_part(content.get<std::string>()));
  for (Json const& block : list_in(item, "content")) {
    for (Json& part : answer_parts(block)) parts.push_back(std::move(part));
  }
  add_thoughts_and_calls(parts, item);
  return parts;
}

/// One message for each choice; the items of a response are one message together.
Json answer_messages(Json const& answers, Json const& shown) {
  Json const& reasons = list_in(shown, "gen_ai.response.finish_reasons");
  Json messages = Json::array();
  bool is_open = false;
  for (Json const& answer : answers) {
    bool const is_item = answer.contains("type") && !member_of(answer, "type").is_null();
    Json parts = answer_parts(answer);
    if (is_item && is_open) {
      for (Json& part : parts) messages.back()["parts"].push_back(std::move(part));
      continue;
    }
    std::size_t const place = messages.size();
    std::string const reason = place < reasons.size() ? text_of(reasons[place]) : "stop";
    messages.push_back(
        Json{{"role", "assistant"}, {"parts", std::move(parts)}, {"finish_reason", renamed(finish_reasons, reason)}});
    is_open = is_item;
  }
  return messages;
}

}  // namespace

Json attributes(Json const& shown) {
  Json named = Json::object();
  for (auto const& [key, value] : shown.items()) {
    std::string const name = renamed(attribute_names, key);
    named[name] = value_of(name, value);
  }
  add_cached_tokens(named);
  return named;
}

bool is_content(SpanEvent const& event) {
  return event.name.starts_with(gen_ai::event_prefix);
}

Json content(SpanEvent const& event, Json const& shown) {
  Json const& said = member_of(event.attributes, "content");
  Json named = Json::array();
  if (event.name == "gen_ai.output.messages") return answer_messages(said, shown);
  if (event.name == "gen_ai.input.messages") {
    for (Json const& message : said) named.push_back(prompt_message(message));
    return named;
  }
  if (event.name == "gen_ai.system_instructions") {
    for (Json const& instructions : said) {
      for (Json const& part : instructions) named.push_back(prompt_part(part));
    }
    return named;
  }
  return said;
}

}  // namespace prompty::otlp_names
