#include "mock-provider/providers/ollama/ollama.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/openai/embeddings.hpp"
#include "mock-provider/providers/provider_error.hpp"

namespace mock_provider::ollama {
namespace {

/// Nanoseconds, as of a model that is loaded already.
constexpr std::int64_t some_time = 1'000'000;
/// A time that is the same for each answer.
constexpr char const* made_at = "2026-01-01T00:00:00Z";

Json calls_of(Completion const& said) {
  Json calls = Json::array();
  for (ToolCall const& call : said.tool_calls) {
    std::variant<Json, json_text::Problem> const parsed = json_text::parse(call.arguments);
    Json const* const arguments = std::get_if<Json>(&parsed);
    if (arguments == nullptr || !arguments->is_object()) {
      throw MisfitStep("has \"arguments\" that are no JSON object, and ollama gives nothing else: give it an object");
    }
    calls.push_back({{"function", {{"name", call.name}, {"arguments", *arguments}}}});
  }
  return calls;
}

Json chat_body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json const whole = completion::body(said, request, seed);
  Json message{{"role", "assistant"}, {"content", said.text.value_or(said.refusal.value_or(""))}};
  if (said.reasoning) message["thinking"] = *said.reasoning;
  if (!said.tool_calls.empty()) message["tool_calls"] = calls_of(said);
  bool const is_cut = said.finish_reason == "length";
  return {{"model", whole.at("model")},
          {"created_at", made_at},
          {"message", std::move(message)},
          {"done", true},
          {"done_reason", is_cut ? "length" : "stop"},
          {"total_duration", some_time},
          {"load_duration", 0},
          {"prompt_eval_count", whole.at("usage").at("prompt_tokens")},
          {"prompt_eval_duration", some_time},
          {"eval_count", whole.at("usage").at("completion_tokens")},
          {"eval_duration", some_time}};
}

std::string line_of(Json const& object) {
  return json_text::dump(object) + "\n";
}

std::vector<std::string> chat_frames(Json const& body, Json const&, Chunking const& chunking) {
  std::vector<std::string> lines;
  auto const add = [&](std::string const& name, Json const& value) {
    Json message{{"role", "assistant"}, {"content", ""}};
    message[name] = value;
    lines.push_back(line_of(
        {{"model", body.at("model")}, {"created_at", made_at}, {"message", std::move(message)}, {"done", false}}));
  };
  Json const& message = body.at("message");
  for (char const* const name : {"thinking", "content"}) {
    if (!message.contains(name)) continue;
    std::string const text = message.at(name).get<std::string>();
    for (std::string const& piece : chunking::pieces(text, chunking)) add(name, piece);
  }
  if (message.contains("tool_calls")) add("tool_calls", message.at("tool_calls"));
  Json last = body;
  last["message"] = {{"role", "assistant"}, {"content", ""}};
  lines.push_back(line_of(last));
  return lines;
}

Json embed_body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json plain = request;
  plain.erase("encoding_format");
  Json const whole = embeddings_body::body(said, plain, seed);
  Json vectors = Json::array();
  for (Json const& item : whole.at("data")) vectors.push_back(item.at("embedding"));
  return {{"model", whole.at("model")},
          {"embeddings", std::move(vectors)},
          {"total_duration", some_time},
          {"load_duration", 0},
          {"prompt_eval_count", whole.at("usage").at("prompt_tokens")}};
}

Json error_body(ProviderError const& error) {
  return {{"error", provider_error::body(error).at("error").at("message")}};
}

std::string error_line(ProviderError const& error, std::size_t) {
  return line_of(error_body(error));
}

Completion nothing(Json const&) {
  return {};
}

}  // namespace

Json meant(Json const& body) {
  Json result = body;
  if (!result.is_object()) return result;
  if (!result.contains("stream")) result["stream"] = true;
  if (Json const* const options = member(body, "options")) {
    if (Json const* const most = member(*options, "num_predict")) result["max_tokens"] = *most;
    if (Json const* const stop = member(*options, "stop")) result["stop"] = *stop;
  }
  Json const* const format = member(body, "format");
  if (format != nullptr && *format == "json") result["response_format"] = {{"type", "json_object"}};
  if (format != nullptr && format->is_object()) {
    result["response_format"] = {{"type", "json_schema"}, {"json_schema", {{"schema", *format}}}};
  }
  return result;
}

namespace {

constexpr Dialect chats{.body = chat_body,
                        .frames = chat_frames,
                        .frame = line_of,
                        .stream_end = "",
                        .delta_name = "",
                        .error_body = error_body,
                        .error_headers = provider_error::headers,
                        .error_frame = error_line,
                        .default_answer = default_answer::to,
                        .stream_type = "application/x-ndjson"};

constexpr Dialect in_vectors() {
  Dialect all = chats;
  all.body = embed_body;
  all.frames = nullptr;
  all.default_answer = nothing;
  all.gives = Dialect::Gives::data;
  return all;
}

constexpr Dialect embeddings = in_vectors();

}  // namespace

Dialect const& chat() {
  return chats;
}

Dialect const& embed() {
  return embeddings;
}

}  // namespace mock_provider::ollama
