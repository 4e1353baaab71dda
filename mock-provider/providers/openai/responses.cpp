#include "mock-provider/providers/openai/responses.hpp"
#include "mock-provider/providers/answer_limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/small_answers.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::responses_body {
namespace {

std::string id_of(std::string const& prefix, std::uint64_t seed) {
  return prefix + "_" + deterministic::token(deterministic::hash(prefix, seed), 32);
}

Json member_or(Json const& request, std::string_view name, Json otherwise) {
  Json const* const value = member(request, name);
  return value == nullptr ? otherwise : *value;
}

bool includes(Json const& request, std::string_view name) {
  Json const included = member_or(request, "include", Json::array());
  return included.is_array() && std::find(included.begin(), included.end(), name) != included.end();
}

/// The probabilities of the tokens of a text; none when the request does not ask for them.
Json probabilities(std::vector<std::string> const& tokens, Json const& request) {
  return includes(request, "message.output_text.logprobs") ? token_probabilities::of(tokens, request) : Json::array();
}

Json text_part(Completion const& said, Json const& request) {
  if (said.refusal) return {{"type", "refusal"}, {"refusal", *said.refusal}};
  return {{"type", "output_text"},
          {"text", said.text.value_or("")},
          {"annotations", Json::array()},
          {"logprobs", probabilities(chunking::pieces(said.text.value_or(""), {}), request)}};
}

Json message_item(Completion const& said, Json const& request, std::uint64_t seed) {
  return {{"id", id_of("msg", seed)},
          {"type", "message"},
          {"status", "completed"},
          {"role", "assistant"},
          {"content", Json::array({text_part(said, request)})}};
}

Json reasoning_item(std::string const& thought, Json const& request, std::uint64_t seed) {
  Json const summary{{"type", "summary_text"}, {"text", thought}};
  Json item{{"id", id_of("rs", seed)}, {"type", "reasoning"}, {"summary", Json::array({summary})}};
  if (includes(request, "reasoning.encrypted_content")) item["encrypted_content"] = id_of("enc", seed);
  return item;
}

Json call_item(ToolCall const& call, std::uint64_t seed) {
  if (call.kind == ToolCall::Kind::custom) {
    return {{"id", id_of("ctc", seed)}, {"type", "custom_tool_call"},
            {"status", "completed"},    {"call_id", call.id.value_or(id_of("call", seed))},
            {"name", call.name},        {"input", call.arguments}};
  }
  return {{"id", id_of("fc", seed)}, {"type", "function_call"},
          {"status", "completed"},   {"call_id", call.id.value_or(id_of("call", seed))},
          {"name", call.name},       {"arguments", call.arguments}};
}

Json output_items(Completion const& said, Json const& request, std::uint64_t seed) {
  Json items = Json::array();
  if (said.reasoning) items.push_back(reasoning_item(*said.reasoning, request, seed));
  bool const speaks = said.text || said.refusal || said.tool_calls.empty();
  if (speaks) items.push_back(message_item(said, request, seed));
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

Json usage(Completion const& said, Json const& request) {
  Usage const counts = said.usage.value_or(Usage{.prompt_tokens = small_answers::tokens_of_response(request),
                                                 .completion_tokens = answer_limits::tokens_of(said)});
  return {{"input_tokens", counts.prompt_tokens},
          {"input_tokens_details", {{"cached_tokens", 0}, {"cache_write_tokens", 0}}},
          {"output_tokens", counts.completion_tokens},
          {"output_tokens_details", {{"reasoning_tokens", 0}}},
          {"total_tokens", counts.prompt_tokens + counts.completion_tokens}};
}

/// A function or a custom tool as chat has it, one level deeper; other tools as they are.
Json nested(Json const& tool) {
  Json const type = member_or(tool, "type", nullptr);
  bool const is_flat = (type == "function" || type == "custom") && member(tool, type.get<std::string>()) == nullptr;
  return is_flat ? Json{{"type", type}, {type.get<std::string>(), tool}} : tool;
}

Json nested_each(Json const& tools) {
  Json result = Json::array();
  for (Json const& tool : tools) result.push_back(nested(tool));
  return result;
}

Json nested_choice(Json const& choice) {
  Json const tools = member_or(choice, "tools", nullptr);
  if (!tools.is_array()) return nested(choice);
  return {{"type", "allowed_tools"},
          {"allowed_tools", {{"mode", member_or(choice, "mode", "auto")}, {"tools", nested_each(tools)}}}};
}

/// The request as its neighbour in the chat format would be.
Json as_chat(Json const& request) {
  Json chat = Json::object();
  Json const input = member_or(request, "input", Json::array());
  chat["messages"] = input.is_array() ? input : Json::array({Json{{"role", "user"}, {"content", input}}});
  Json const tools = member_or(request, "tools", nullptr);
  if (tools.is_array()) chat["tools"] = nested_each(tools);
  if (Json const* const choice = member(request, "tool_choice")) chat["tool_choice"] = nested_choice(*choice);
  Json const* const text = member(request, "text");
  Json const* const format = text == nullptr ? nullptr : member(*text, "format");
  if (format != nullptr && format->is_object()) {
    chat["response_format"] = {{"type", member_or(*format, "type", "text")}, {"json_schema", *format}};
  }
  return chat;
}

/// The conversation that the request names by its id or in an object, as an object.
void name_conversation(Json& response, Json const& request) {
  Json const conversation = member_or(request, "conversation", nullptr);
  if (conversation.is_string()) response["conversation"] = {{"id", conversation}};
  if (conversation.is_object()) response["conversation"] = {{"id", member_or(conversation, "id", nullptr)}};
}

}  // namespace

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json const cut = reason_of_cut(said);
  bool const is_cut = !cut.is_null();
  Json output = output_items(said, request, seed);
  // It ends in the last item (github.com/pydantic/pydantic-ai/issues/509).
  if (is_cut) output.back()["status"] = "incomplete";
  Json const counts = usage(said, request);
  Json response{{"id", id_of("resp", seed)},
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
                {"previous_response_id", member_or(request, "previous_response_id", nullptr)},
                {"store", member_or(request, "store", true)},
                {"temperature", member_or(request, "temperature", 1.0)},
                {"text", member_or(request, "text", {{"format", {{"type", "text"}}}})},
                {"tool_choice", member_or(request, "tool_choice", "auto")},
                {"tools", member_or(request, "tools", Json::array())},
                {"top_p", member_or(request, "top_p", 1.0)},
                {"truncation", member_or(request, "truncation", "disabled")},
                {"usage", counts},
                {"metadata", member_or(request, "metadata", Json::object())}};
  name_conversation(response, request);
  return response;
}

Completion default_answer(Json const& request) {
  return default_answer::to(as_chat(request));
}

}  // namespace mock_provider::responses_body

namespace mock_provider::responses_events {
namespace {

class Writer {
 public:
  Writer(Json const& body, Chunking const& chunking) : body_(with_item_ids(body)), chunking_(chunking) {}

  std::vector<std::string> take() {
    Json begun = body_;
    begun["status"] = "in_progress";
    begun["incomplete_details"] = nullptr;
    begun["output"] = Json::array();
    begun["usage"] = nullptr;
    write("response.created", {{"response", begun}});
    write("response.in_progress", {{"response", begun}});
    Json const& output = body_.at("output");
    for (std::size_t index = 0; index < output.size(); ++index) write_item(output[index], index);
    Json const status = body_.value("status", Json());
    bool const is_cut = status == "incomplete" || status == "failed";
    write("response." + (is_cut ? status.get<std::string>() : "completed"), {{"response", body_}});
    return frames_.take();
  }

 private:
  Json const body_;
  Chunking const& chunking_;
  FrameList frames_;
  std::int64_t sequence_number_ = 0;
  Json place_;  ///< the members that say where a delta belongs

  /// Events belong together by the id of their item.
  static Json with_item_ids(Json body) {
    Json& output = body.at("output");
    for (std::size_t index = 0; index < output.size(); ++index) {
      if (!output.at(index).contains("id")) output[index]["id"] = fmt::format("item_{}", index);
    }
    return body;
  }

  void write_item(Json const& item, std::size_t index) {
    Json begun = item;
    if (begun.contains("status")) begun["status"] = "in_progress";
    for (char const* const name : {"content", "summary"}) {
      if (begun.contains(name)) begun[name] = Json::array();
    }
    for (char const* const name : {"arguments", "input"}) {
      if (begun.contains(name)) begun[name] = "";
    }
    write("response.output_item.added", {{"output_index", index}, {"item", begun}});
    place_ = {{"item_id", item.at("id")}, {"output_index", index}};
    if (item.at("type") == "message") write_content(item.at("content"));
    if (item.at("type") == "reasoning") write_summary(item.value("summary", Json::array()));
    if (item.at("type") == "function_call") write_arguments(item);
    if (item.at("type") == "custom_tool_call") write_input(item);
    write("response.output_item.done", {{"output_index", index}, {"item", item}});
  }

  void write_content(Json const& parts) {
    for (std::size_t index = 0; index < parts.size(); ++index) {
      place_["content_index"] = index;
      Json const& part = parts[index];
      bool const is_refusal = part.at("type") == "refusal";
      if (!is_refusal && part.at("type") != "output_text") {
        write_placed("response.content_part.added", {{"part", part}});
        write_placed("response.content_part.done", {{"part", part}});
        continue;
      }
      std::string const name = is_refusal ? "refusal" : "text";
      Json begun = part;
      begun[name] = "";
      write_placed("response.content_part.added", {{"part", begun}});
      Json const* const tokens = member(part, "logprobs");
      if (is_refusal) {
        write_text("response.refusal", name, part.at(name), Json::object());
      } else if (tokens == nullptr || tokens->empty()) {
        write_text("response.output_text", name, part.at(name), {{"logprobs", Json::array()}});
      } else {
        write_tokens(*tokens, part.at(name));
      }
      write_placed("response.content_part.done", {{"part", part}});
    }
  }

  /// A delta for each token, with its probability.
  void write_tokens(Json const& tokens, Json const& text) {
    for (Json const& token : tokens) {
      write_placed("response.output_text.delta", {{"delta", token.at("token")}, {"logprobs", Json::array({token})}});
    }
    write_placed("response.output_text.done", {{"text", text}, {"logprobs", tokens}});
  }

  void write_summary(Json const& parts) {
    for (std::size_t index = 0; index < parts.size(); ++index) {
      place_["summary_index"] = index;
      Json begun = parts[index];
      begun["text"] = "";
      write_placed("response.reasoning_summary_part.added", {{"part", begun}});
      write_text("response.reasoning_summary_text", "text", parts[index].at("text"), Json::object());
      write_placed("response.reasoning_summary_part.done", {{"part", parts[index]}});
    }
  }

  void write_arguments(Json const& item) {
    write_text("response.function_call_arguments", "arguments", item.at("arguments"), Json::object());
  }

  void write_input(Json const& item) {
    write_text("response.custom_tool_call_input", "input", item.at("input"), Json::object());
  }

  /// The deltas of a text, and the whole under `name`; `more` stands in each.
  void write_text(std::string const& event, std::string const& name, Json const& text, Json const& more) {
    for (std::string const& piece : chunking::pieces(text.get_ref<std::string const&>(), chunking_)) {
      Json members{{"delta", piece}};
      members.update(more);
      write_placed(event + ".delta", members);
    }
    Json members{{name, text}};
    members.update(more);
    write_placed(event + ".done", members);
  }

  void write_placed(std::string const& type, Json const& members) {
    Json all = place_;
    all.update(members);
    write(type, all);
  }

  void write(std::string const& type, Json const& members) {
    Json event{{"type", type}, {"sequence_number", sequence_number_++}};
    event.update(members);
    frames_.add(event_frame::of_event(event));
  }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const&, Chunking const& chunking) {
  return Writer(body, chunking).take();
}

}  // namespace mock_provider::responses_events
