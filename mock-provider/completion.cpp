#include "mock-provider/completion.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/deterministic.hpp"

namespace mock_provider::completion {
namespace {

Json text_or_null(std::optional<std::string> const& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json tool_calls(Completion const& completion, std::uint64_t seed) {
  Json calls = Json::array();
  for (std::size_t index = 0; index < completion.tool_calls.size(); ++index) {
    ToolCall const& call = completion.tool_calls[index];
    std::string const made_up = "call_" + deterministic::token(deterministic::hash("call", seed + index), 24);
    calls.push_back({{"id", call.id.value_or(made_up)},
                     {"type", "function"},
                     {"function", {{"name", call.name}, {"arguments", call.arguments}}}});
  }
  return calls;
}

Json message(Completion const& completion, std::uint64_t seed) {
  Json result{{"role", "assistant"}, {"content", text_or_null(completion.text)}};
  if (completion.reasoning) result["reasoning_content"] = *completion.reasoning;
  result["refusal"] = text_or_null(completion.refusal);
  result["annotations"] = Json::array();
  if (!completion.tool_calls.empty()) result["tool_calls"] = tool_calls(completion, seed);
  return result;
}

std::int64_t choice_count(Json const& request) {
  if (!request.is_object()) return 1;
  Json::const_iterator const n = request.find("n");
  if (n == request.end() || !n->is_number_integer()) return 1;
  return std::clamp<std::int64_t>(n->get<std::int64_t>(), 1, 128);
}

std::int64_t tokens_of(std::size_t bytes) {
  return static_cast<std::int64_t>((bytes + 3) / 4);
}

/// What one choice says.
std::size_t bytes_of(Completion const& completion) {
  std::size_t bytes = completion.text.value_or("").size() + completion.refusal.value_or("").size() +
                      completion.reasoning.value_or("").size();
  for (ToolCall const& call : completion.tool_calls) bytes += call.name.size() + call.arguments.size();
  return bytes;
}

Usage estimate(Completion const& completion, Json const& request) {
  std::size_t const said = bytes_of(completion);
  bool const has_messages = request.is_object() && request.contains("messages");
  std::size_t const asked = has_messages ? json_text::dump(request.at("messages")).size() : 0;
  return {.prompt_tokens = tokens_of(asked), .completion_tokens = tokens_of(said) * choice_count(request)};
}

Json usage(Usage const& counts, std::int64_t reasoning_tokens) {
  return {{"prompt_tokens", counts.prompt_tokens},
          {"completion_tokens", counts.completion_tokens},
          {"total_tokens", counts.prompt_tokens + counts.completion_tokens},
          {"prompt_tokens_details", {{"cached_tokens", 0}, {"audio_tokens", 0}}},
          {"completion_tokens_details",
           {{"reasoning_tokens", reasoning_tokens},
            {"audio_tokens", 0},
            {"accepted_prediction_tokens", 0},
            {"rejected_prediction_tokens", 0}}}};
}

std::string model_of(Json const& request) {
  if (!request.is_object() || !request.contains("model") || !request.at("model").is_string()) return "mock-model";
  return request.at("model").get<std::string>();
}

}  // namespace

Json body(Completion const& completion, Json const& request, std::uint64_t seed) {
  std::string const usual_end = completion.tool_calls.empty() ? "stop" : "tool_calls";
  answer_budget::require_room(static_cast<std::size_t>(choice_count(request)), bytes_of(completion), "n",
                              "ask for fewer choices");
  Json choices = Json::array();
  for (std::int64_t index = 0; index < choice_count(request); ++index) {
    choices.push_back(
        {{"index", index},
         {"message", message(completion, deterministic::hash("choice", seed + static_cast<std::uint64_t>(index)))},
         {"logprobs", nullptr},
         {"finish_reason", completion.finish_reason.value_or(usual_end)}});
  }
  Usage const counts = completion.usage.value_or(estimate(completion, request));
  std::int64_t const thought = std::min(tokens_of(completion.reasoning.value_or("").size()), counts.completion_tokens);
  return {{"id", "chatcmpl-" + deterministic::token(deterministic::hash("id", seed), 29)},
          {"object", "chat.completion"},
          {"created", deterministic::time_of(seed)},
          {"model", model_of(request)},
          {"choices", std::move(choices)},
          {"usage", usage(counts, thought)},
          {"service_tier", "default"},
          {"system_fingerprint", "fp_mock"}};
}

}  // namespace mock_provider::completion
