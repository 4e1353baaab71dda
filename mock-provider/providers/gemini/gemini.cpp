#include "mock-provider/providers/gemini/gemini.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/openai/embeddings.hpp"
#include "mock-provider/providers/provider_error.hpp"
#include "mock-provider/scenario/conversation.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::gemini {
namespace {

Json const& list_in(Json const& object, std::string_view name) {
  static Json const none = Json::array();
  Json const* const value = member(object, name);
  return value != nullptr && value->is_array() ? *value : none;
}

std::string finish_reason(Completion const& said) {
  std::string const reason = said.finish_reason.value_or("stop");
  if (reason == "length") return "MAX_TOKENS";
  if (reason == "content_filter") return "SAFETY";
  return reason == "stop" || reason == "tool_calls" ? "STOP" : reason;
}

Json call_part(ToolCall const& call) {
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(call.arguments);
  Json const* const arguments = std::get_if<Json>(&parsed);
  if (arguments == nullptr || !arguments->is_object()) {
    throw MisfitStep("has \"arguments\" that are no JSON object, and Gemini gives nothing else: give it an object");
  }
  Json named{{"name", call.name}, {"args", *arguments}};
  if (call.id) named["id"] = *call.id;
  return {{"functionCall", std::move(named)}};
}

Json parts_of(Completion const& said) {
  Json parts = Json::array();
  if (said.reasoning) parts.push_back({{"text", *said.reasoning}, {"thought", true}});
  if (said.text) parts.push_back({{"text", *said.text}});
  if (said.refusal) parts.push_back({{"text", *said.refusal}});
  for (ToolCall const& call : said.tool_calls) parts.push_back(call_part(call));
  return parts;
}

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json const whole = completion::body(said, request, seed);
  Json const& usage = whole.at("usage");
  Json candidate{
      {"content", {{"role", "model"}, {"parts", parts_of(said)}}}, {"finishReason", finish_reason(said)}, {"index", 0}};
  return {{"candidates", Json::array({std::move(candidate)})},
          {"usageMetadata",
           {{"promptTokenCount", usage.at("prompt_tokens")},
            {"candidatesTokenCount", usage.at("completion_tokens")},
            {"totalTokenCount", usage.at("total_tokens")}}},
          {"modelVersion", whole.at("model")},
          {"responseId", deterministic::token(deterministic::hash("id", seed), 24)}};
}

/// The pieces of a part: of a text several, else the part itself.
std::vector<Json> pieces_of(Json const& part, Chunking const& chunking) {
  if (!part.contains("text")) return {part};
  std::vector<Json> pieces;
  for (std::string const& text : chunking::pieces(part.at("text").get_ref<std::string const&>(), chunking)) {
    pieces.push_back(part);
    pieces.back()["text"] = text;
  }
  return pieces;
}

std::vector<std::string> frames(Json const& body, Json const&, Chunking const& chunking) {
  std::vector<std::string> result;
  Json chunk = body;
  for (Json const& candidate : body.at("candidates")) {
    auto const add = [&](Json const& part, Json more) {
      more["content"] = {{"role", "model"}, {"parts", Json::array({part})}};
      more["index"] = candidate.value("index", 0);
      chunk["candidates"] = Json::array({std::move(more)});
      result.push_back(event_frame::of_data(chunk));
    };
    for (Json const& part : candidate.at("content").at("parts")) {
      for (Json const& piece : pieces_of(part, chunking)) add(piece, Json::object());
    }
    add({{"text", ""}}, {{"finishReason", candidate.value("finishReason", "STOP")}});
  }
  return result;
}

constexpr std::string_view one_vector = "embedContent";

Json vectors_body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json const whole = embeddings_body::body(said, request, seed);
  Json all = Json::array();
  for (Json const& item : whole.at("data")) all.push_back({{"values", item.at("embedding")}});
  if (request.value("method", "") == one_vector) return {{"embedding", all.at(0)}};
  return {{"embeddings", std::move(all)}};
}

std::string status_of(int status) {
  struct Named {
    int status;
    char const* name;
  };
  constexpr std::array<Named, 6> all{{{400, "INVALID_ARGUMENT"},
                                      {401, "UNAUTHENTICATED"},
                                      {403, "PERMISSION_DENIED"},
                                      {404, "NOT_FOUND"},
                                      {429, "RESOURCE_EXHAUSTED"},
                                      {503, "UNAVAILABLE"}}};
  auto const* const found =
      std::find_if(all.begin(), all.end(), [&](Named const& named) { return named.status == status; });
  return found == all.end() ? "INTERNAL" : found->name;
}

Json error_body(ProviderError const& error) {
  return {{"error",
           {{"code", error.status},
            {"message", provider_error::body(error).at("error").at("message")},
            {"status", error.type ? *error.type : status_of(error.status)}}}};
}

std::string error_frame(ProviderError const& error, std::size_t) {
  return event_frame::of_data(error_body(error));
}

Completion nothing(Json const&) {
  return {};
}

/// Gemini writes the types of its own schemas in capitals.
Json with_small_types(Json schema) {
  if (schema.is_array()) {
    for (Json& element : schema) element = with_small_types(element);
  }
  if (!schema.is_object()) return schema;
  for (auto const& entry : schema.items()) {
    if (entry.key() == "type" && entry.value().is_string()) {
      std::string name = entry.value().get<std::string>();
      for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      entry.value() = name;
    } else {
      entry.value() = with_small_types(entry.value());
    }
  }
  return schema;
}

Json first_of(Json const& object, std::initializer_list<std::string_view> names) {
  for (std::string_view const name : names) {
    if (Json const* const value = member(object, name)) return *value;
  }
  return nullptr;
}

void add_format(Json& result, Json const& config) {
  Json const schema = first_of(config, {"responseJsonSchema", "responseSchema"});
  Json const* const type = member(config, "responseMimeType");
  if (schema.is_object()) {
    result["response_format"] = {{"type", "json_schema"}, {"json_schema", {{"schema", with_small_types(schema)}}}};
  } else if (type != nullptr && *type == "application/json") {
    result["response_format"] = {{"type", "json_object"}};
  }
}

void add_tools(Json& result, Json const& body) {
  Json tools = Json::array();
  for (Json const& tool : list_in(body, "tools")) {
    for (Json const& function : list_in(tool, "functionDeclarations")) {
      tools.push_back(
          {{"type", "function"},
           {"function",
            {{"name", first_of(function, {"name"})},
             {"parameters", with_small_types(first_of(function, {"parametersJsonSchema", "parameters"}))}}}});
    }
  }
  if (tools.empty()) return;
  result["tools"] = std::move(tools);
  Json const* const config = member(body, "toolConfig");
  Json const calling = config == nullptr ? Json() : first_of(*config, {"functionCallingConfig"});
  if (first_of(calling, {"mode"}) == "ANY") result["tool_choice"] = "required";
}

Json text_in(Json const& content) {
  return conversation::text_of(first_of(content, {"parts"}));
}

}  // namespace

Json meant(Json const& body, std::string const& model_and_method) {
  if (!body.is_object()) return body;
  std::size_t const colon = model_and_method.rfind(':');
  std::string const method = model_and_method.substr(colon + 1);
  Json result{{"model", model_and_method.substr(0, colon)}, {"method", method}, {"messages", Json::array()}};
  result["stream"] = method == "streamGenerateContent";
  for (Json const& content : list_in(body, "contents")) {
    bool const is_models = first_of(content, {"role"}) == "model";
    result["messages"].push_back({{"role", is_models ? "assistant" : "user"}, {"content", text_in(content)}});
  }
  Json const config = first_of(body, {"generationConfig"});
  if (Json const most = first_of(config, {"maxOutputTokens"}); !most.is_null()) result["max_tokens"] = most;
  if (Json const stop = first_of(config, {"stopSequences"}); !stop.is_null()) result["stop"] = stop;
  add_format(result, config);
  add_tools(result, body);
  if (method == one_vector) result["input"] = text_in(first_of(body, {"content"}));
  if (method == "batchEmbedContents") {
    result["input"] = Json::array();
    for (Json const& one : list_in(body, "requests")) result["input"].push_back(text_in(first_of(one, {"content"})));
  }
  return result;
}

namespace {

constexpr Dialect contents{.body = body,
                           .frames = frames,
                           .frame = event_frame::of_data,
                           .stream_end = "",
                           .delta_name = "",
                           .error_body = error_body,
                           .error_headers = provider_error::headers,
                           .error_frame = error_frame,
                           .default_answer = default_answer::to};

constexpr Dialect in_vectors() {
  Dialect all = contents;
  all.body = vectors_body;
  all.frames = nullptr;
  all.default_answer = nothing;
  all.gives = Dialect::Gives::data;
  return all;
}

constexpr Dialect vectors_of_contents = in_vectors();

}  // namespace

Dialect const& content() {
  return contents;
}

Dialect const& vectors() {
  return vectors_of_contents;
}

}  // namespace mock_provider::gemini
