#include "mock-provider/responses_body.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/default_answer.hpp"
#include "mock-provider/deterministic.hpp"

namespace mock_provider::responses_body {
namespace {

std::string id_of(std::string const& prefix, std::uint64_t seed) {
  return prefix + "_" + deterministic::token(deterministic::hash(prefix, seed), 32);
}

Json member_or(Json const& request, std::string_view name, Json otherwise) {
  Json const* const value = member(request, name);
  return value == nullptr ? otherwise : *value;
}

Json text_part(Completion const& said) {
  if (said.refusal) return {{"type", "refusal"}, {"refusal", *said.refusal}};
  return {{"type", "output_text"},
          {"text", said.text.value_or("")},
          {"annotations", Json::array()},
          {"logprobs", Json::array()}};
}

Json message_item(Completion const& said, std::uint64_t seed) {
  return {{"id", id_of("msg", seed)},
          {"type", "message"},
          {"status", "completed"},
          {"role", "assistant"},
          {"content", Json::array({text_part(said)})}};
}

Json reasoning_item(std::string const& thought, std::uint64_t seed) {
  Json const summary{{"type", "summary_text"}, {"text", thought}};
  return {{"id", id_of("rs", seed)}, {"type", "reasoning"}, {"summary", Json::array({summary})}};
}

Json call_item(ToolCall const& call, std::uint64_t seed) {
  return {{"id", id_of("fc", seed)}, {"type", "function_call"},
          {"status", "completed"},   {"call_id", call.id.value_or(id_of("call", seed))},
          {"name", call.name},       {"arguments", call.arguments}};
}

Json output_items(Completion const& said, std::uint64_t seed) {
  Json items = Json::array();
  if (said.reasoning) items.push_back(reasoning_item(*said.reasoning, seed));
  bool const speaks = said.text || said.refusal || said.tool_calls.empty();
  if (speaks) items.push_back(message_item(said, seed));
  for (std::size_t index = 0; index < said.tool_calls.size(); ++index) {
    items.push_back(call_item(said.tool_calls[index], seed + index));
  }
  return items;
}

/// What this interface calls the reasons for which chat ends a text early; null when it is whole.
Json reason_of_cut(Completion const& said) {
  if (said.finish_reason == "length") return "max_output_tokens";
  if (said.finish_reason == "content_filter") return "content_filter";
  return nullptr;
}

std::int64_t tokens_of(Json const& value) {
  return static_cast<std::int64_t>((json_text::dump(value).size() + 3) / 4);
}

Json usage(Completion const& said, Json const& request, Json const& output) {
  Usage const counts = said.usage.value_or(
      Usage{.prompt_tokens = tokens_of(member_or(request, "input", "")), .completion_tokens = tokens_of(output)});
  return {{"input_tokens", counts.prompt_tokens},
          {"input_tokens_details", {{"cached_tokens", 0}, {"cache_write_tokens", 0}}},
          {"output_tokens", counts.completion_tokens},
          {"output_tokens_details", {{"reasoning_tokens", 0}}},
          {"total_tokens", counts.prompt_tokens + counts.completion_tokens}};
}

/// A function as chat has it, one level deeper; other tools as they are.
Json nested(Json const& tool) {
  Json const* const type = member(tool, "type");
  if (type == nullptr || *type != "function" || member(tool, "function") != nullptr) return tool;
  return {{"type", "function"}, {"function", tool}};
}

Json nested_choice(Json const& choice) {
  Json const* const name = member(choice, "name");
  return name == nullptr ? choice : Json{{"type", "function"}, {"function", {{"name", *name}}}};
}

/// The request as its neighbour in the chat format would be.
Json as_chat(Json const& request) {
  Json chat = Json::object();
  Json const input = member_or(request, "input", Json::array());
  chat["messages"] = input.is_array() ? input : Json::array({Json{{"role", "user"}, {"content", input}}});
  Json const tools = member_or(request, "tools", nullptr);
  if (tools.is_array()) {
    chat["tools"] = Json::array();
    for (Json const& tool : tools) chat["tools"].push_back(nested(tool));
  }
  if (Json const* const choice = member(request, "tool_choice")) chat["tool_choice"] = nested_choice(*choice);
  Json const* const text = member(request, "text");
  Json const* const format = text == nullptr ? nullptr : member(*text, "format");
  if (format != nullptr && format->is_object()) {
    chat["response_format"] = {{"type", member_or(*format, "type", "text")}, {"json_schema", *format}};
  }
  return chat;
}

}  // namespace

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json const cut = reason_of_cut(said);
  bool const is_cut = !cut.is_null();
  Json output = output_items(said, seed);
  Json const counts = usage(said, request, output);
  return {{"id", id_of("resp", seed)},
          {"object", "response"},
          {"created_at", deterministic::time_of(seed)},
          {"status", is_cut ? "incomplete" : "completed"},
          {"error", nullptr},
          {"incomplete_details", is_cut ? Json{{"reason", cut}} : Json(nullptr)},
          {"instructions", member_or(request, "instructions", nullptr)},
          {"max_output_tokens", member_or(request, "max_output_tokens", nullptr)},
          {"model", member_or(request, "model", "mock-model")},
          {"output", std::move(output)},
          {"parallel_tool_calls", member_or(request, "parallel_tool_calls", true)},
          {"previous_response_id", nullptr},
          {"store", member_or(request, "store", true)},
          {"temperature", member_or(request, "temperature", 1.0)},
          {"text", member_or(request, "text", {{"format", {{"type", "text"}}}})},
          {"tool_choice", member_or(request, "tool_choice", "auto")},
          {"tools", member_or(request, "tools", Json::array())},
          {"top_p", member_or(request, "top_p", 1.0)},
          {"truncation", member_or(request, "truncation", "disabled")},
          {"usage", counts},
          {"metadata", member_or(request, "metadata", Json::object())}};
}

Completion default_answer(Json const& request) {
  return default_answer::to(as_chat(request));
}

}  // namespace mock_provider::responses_body
