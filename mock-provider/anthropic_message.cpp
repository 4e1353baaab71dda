#include "mock-provider/anthropic_message.hpp"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/deterministic.hpp"
#include "mock-provider/misfit_step.hpp"

namespace mock_provider::anthropic_message {
namespace {

/// The text itself where the arguments are no object: a stream can carry them all the same.
Json input_of(ToolCall const& call) {
  if (call.arguments.empty()) return Json::object();
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(call.arguments);
  Json const* const input = std::get_if<Json>(&parsed);
  return input != nullptr && input->is_object() ? *input : Json(call.arguments);
}

Json content(Completion const& completion, std::uint64_t seed) {
  Json blocks = Json::array();
  if (completion.reasoning) {
    std::string const signature = deterministic::token(deterministic::hash("signature", seed), 32);
    blocks.push_back({{"type", "thinking"}, {"thinking", *completion.reasoning}, {"signature", signature}});
  }
  for (std::optional<std::string> const& text : {completion.text, completion.refusal}) {
    if (text) blocks.push_back({{"type", "text"}, {"text", *text}});
  }
  for (std::size_t index = 0; index < completion.tool_calls.size(); ++index) {
    ToolCall const& call = completion.tool_calls[index];
    std::string const made_up = "toolu_" + deterministic::token(deterministic::hash("call", seed + index), 24);
    blocks.push_back(
        {{"type", "tool_use"}, {"id", call.id.value_or(made_up)}, {"name", call.name}, {"input", input_of(call)}});
  }
  return blocks;
}

/// Why the message ends, in Anthropic's words also where a scenario has those of chat.
std::string stop_reason(Completion const& completion) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words{
      {{"stop", "end_turn"}, {"length", "max_tokens"}, {"tool_calls", "tool_use"}, {"content_filter", "refusal"}}};
  if (completion.finish_reason) {
    for (auto const& [of_chat, own] : words) {
      if (*completion.finish_reason == of_chat) return std::string(own);
    }
    return *completion.finish_reason;
  }
  if (completion.refusal) return "refusal";
  return completion.tool_calls.empty() ? "end_turn" : "tool_use";
}

std::int64_t tokens_of(std::size_t bytes) {
  return static_cast<std::int64_t>((bytes + 3) / 4);
}

Usage estimate(Json const& said, Json const& request) {
  std::size_t asked = 0;
  for (std::string_view const name : {"system", "messages"}) {
    if (Json const* const value = member(request, name)) asked += json_text::dump(*value).size();
  }
  return {.prompt_tokens = tokens_of(asked), .completion_tokens = tokens_of(json_text::dump(said).size())};
}

std::string model_of(Json const& request) {
  Json const* const model = member(request, "model");
  return model != nullptr && model->is_string() ? model->get<std::string>() : "mock-model";
}

}  // namespace

Json body(Completion const& completion, Json const& request, std::uint64_t seed) {
  Json said = content(completion, seed);
  Usage const counts = completion.usage.value_or(estimate(said, request));
  return {{"id", "msg_" + deterministic::token(deterministic::hash("id", seed), 24)},
          {"type", "message"},
          {"role", "assistant"},
          {"model", model_of(request)},
          {"content", std::move(said)},
          {"stop_reason", stop_reason(completion)},
          {"stop_sequence", nullptr},
          {"usage",
           {{"input_tokens", counts.prompt_tokens},
            {"cache_creation_input_tokens", 0},
            {"cache_read_input_tokens", 0},
            {"output_tokens", counts.completion_tokens}}}};
}

void require_whole(Json const& body) {
  for (Json const& block : body.at("content")) {
    if (block.at("type") != "tool_use" || block.at("input").is_object()) continue;
    throw MisfitStep(
        fmt::format("calls {} with arguments that are no JSON object, which a whole message has no place for: send "
                    "\"stream\": true, or use the fault \"truncatedJson\"",
                    json_text::dump(block.at("name"))));
  }
}

}  // namespace mock_provider::anthropic_message
