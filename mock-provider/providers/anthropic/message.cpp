#include "mock-provider/providers/anthropic/message.hpp"
#include "mock-provider/providers/answer_limits.hpp"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <variant>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/schema_sample.hpp"
#include "mock-provider/providers/small_answers.hpp"
#include "mock-provider/scenario/conversation.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::anthropic_default_answer {
namespace {

Json const* forced_tool(Json const& request) {
  Json const* const choice = member(request, "tool_choice");
  Json const* const tools = member(request, "tools");
  if (choice == nullptr || tools == nullptr || !tools->is_array()) return nullptr;
  Json const* const type = member(*choice, "type");
  Json const* const wanted = member(*choice, "name");
  bool const is_forced = type != nullptr && (*type == "any" || (*type == "tool" && wanted != nullptr));
  if (!is_forced) return nullptr;
  for (Json const& tool : *tools) {
    Json const* const name = member(tool, "name");
    if (name == nullptr || !name->is_string()) continue;
    if (*type == "any" || *name == *wanted) return &tool;
  }
  return nullptr;
}

std::string sentence(Json const& request) {
  Json const* const messages = member(request, "messages");
  std::size_t const count = messages != nullptr && messages->is_array() ? messages->size() : 0;
  Json const* const content = count == 0 ? nullptr : member(messages->back(), "content");
  std::string const last = content == nullptr ? "" : conversation::text_of(*content);
  return fmt::format("The mock provider received {} message{}; the last says: {}", count, count == 1 ? "" : "s",
                     json_text::excerpt(Json(last), 200));
}

Json const* wanted_schema(Json const& request) {
  Json const* const config = member(request, "output_config");
  Json const* const format = config == nullptr ? nullptr : member(*config, "format");
  return format == nullptr ? nullptr : member(*format, "schema");
}

}  // namespace

Completion to(Json const& request) {
  Completion completion;
  if (Json const* const tool = forced_tool(request)) {
    completion.tool_calls.push_back({.id = std::nullopt,
                                     .name = member(*tool, "name")->get<std::string>(),
                                     .arguments = schema_sample::arguments_of(member(*tool, "input_schema"))});
    return completion;
  }
  Json const* const schema = wanted_schema(request);
  completion.text = schema == nullptr ? sentence(request) : json_text::dump(schema_sample::of(*schema));
  return completion;
}

}  // namespace mock_provider::anthropic_default_answer

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
  if (completion.stop_sequence) return "stop_sequence";
  if (completion.refusal) return "refusal";
  return completion.tool_calls.empty() ? "end_turn" : "tool_use";
}

Usage estimate(Completion const& completion, Json const& request) {
  return {.prompt_tokens = small_answers::tokens_of_message(request),
          .completion_tokens = std::max<std::int64_t>(answer_limits::tokens_of(completion), 1)};
}

std::string model_of(Json const& request) {
  Json const* const model = member(request, "model");
  return model != nullptr && model->is_string() ? model->get<std::string>() : "mock-model";
}

}  // namespace

Json body(Completion const& completion, Json const& request, std::uint64_t seed) {
  Usage const counts = completion.usage.value_or(estimate(completion, request));
  return {{"id", "msg_" + deterministic::token(deterministic::hash("id", seed), 24)},
          {"type", "message"},
          {"role", "assistant"},
          {"model", model_of(request)},
          {"content", content(completion, seed)},
          {"stop_reason", stop_reason(completion)},
          {"stop_sequence", completion.stop_sequence ? Json(*completion.stop_sequence) : Json(nullptr)},
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

namespace mock_provider::message_events {
namespace {

class Writer {
 public:
  Writer(Json const& body, Chunking const& chunking) : body_(body), chunking_(chunking) {}

  std::vector<std::string> take() {
    Json begun = body_;
    begun["content"] = Json::array();
    begun["stop_reason"] = nullptr;
    begun["stop_sequence"] = nullptr;
    // The provider counts the first token before it sends anything.
    begun["usage"] = usage();
    begun["usage"]["output_tokens"] = 1;
    write({{"type", "message_start"}, {"message", begun}});
    Json const& content = body_.at("content");
    if (content.empty()) write_ping();
    for (std::size_t index = 0; index < content.size(); ++index) write_block(content[index], index);
    Json const why{{"stop_reason", body_.value("stop_reason", Json())},
                   {"stop_sequence", body_.value("stop_sequence", Json())}};
    write({{"type", "message_delta"}, {"delta", why}, {"usage", usage()}});
    write({{"type", "message_stop"}});
    return frames_.take();
  }

 private:
  Json const& body_;
  Chunking const& chunking_;
  FrameList frames_;

  /// Clients count with it, also where a scenario's body has none.
  [[nodiscard]] Json usage() const { return body_.value("usage", Json{{"input_tokens", 0}, {"output_tokens", 0}}); }

  void write_block(Json const& block, std::size_t index) {
    Json begun = block;
    for (char const* const name : {"text", "thinking", "signature"}) {
      if (begun.contains(name)) begun[name] = "";
    }
    if (begun.contains("input")) begun["input"] = Json::object();
    write({{"type", "content_block_start"}, {"index", index}, {"content_block", begun}});
    if (index == 0) write_ping();
    if (block.at("type") == "text") write_deltas(index, "text_delta", "text", block.at("text"));
    if (block.at("type") == "tool_use") write_input(index, block.at("input"));
    if (block.at("type") == "thinking") {
      write_deltas(index, "thinking_delta", "thinking", block.at("thinking"));
      write_delta(index, {{"type", "signature_delta"}, {"signature", block.value("signature", "")}});
    }
    write({{"type", "content_block_stop"}, {"index", index}});
  }

  void write_input(std::size_t index, Json const& input) {
    // An empty delta comes first, and alone when there is no input: then the text is no JSON.
    write_delta(index, {{"type", "input_json_delta"}, {"partial_json", ""}});
    if (input.empty()) return;
    // Arguments that are no object stand there as their text.
    Json const text = input.is_string() ? input : Json(json_text::dump(input));
    write_deltas(index, "input_json_delta", "partial_json", text);
  }

  void write_deltas(std::size_t index, std::string const& type, std::string const& name, Json const& text) {
    for (std::string const& piece : chunking::pieces(text.get_ref<std::string const&>(), chunking_)) {
      write_delta(index, {{"type", type}, {name, piece}});
    }
  }

  void write_delta(std::size_t index, Json const& delta) {
    write({{"type", "content_block_delta"}, {"index", index}, {"delta", delta}});
  }

  void write_ping() { write({{"type", "ping"}}); }

  void write(Json const& event) { frames_.add(event_frame::of_event(event)); }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const&, Chunking const& chunking) {
  return Writer(body, chunking).take();
}

}  // namespace mock_provider::message_events
