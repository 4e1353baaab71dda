#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/answer_limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/schema_sample.hpp"
#include "mock-provider/scenario/conversation.hpp"
#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/values/json_object.hpp"

namespace mock_provider::token_probabilities {
namespace {

bool are_wanted(Json const& request) {
  Json const* const wanted = member(request, "logprobs");
  return wanted != nullptr && *wanted == true;
}

Json one(std::string const& token, double logprob) {
  Json bytes = Json::array();
  for (char const byte : token) bytes.push_back(static_cast<unsigned char>(byte));
  return {{"token", token}, {"logprob", logprob}, {"bytes", std::move(bytes)}};
}

}  // namespace

Json of(std::vector<std::string> const& tokens, Json const& request) {
  constexpr double certain = -0.01;
  constexpr double unlikely = -5;
  Json const* const wanted = member(request, "top_logprobs");
  std::int64_t const most = 20;
  std::int64_t const count = wanted != nullptr && wanted->is_number_integer()
                                 ? std::clamp<std::int64_t>(wanted->get<std::int64_t>(), 0, most)
                                 : 0;
  Json result = Json::array();
  for (std::string const& token : tokens) {
    Json entry = one(token, certain);
    Json likeliest = Json::array();
    if (count > 0) likeliest.push_back(entry);
    for (std::int64_t place = 1; place < count; ++place) {
      likeliest.push_back(one(fmt::format(" other{}", place), unlikely - static_cast<double>(place)));
    }
    entry["top_logprobs"] = std::move(likeliest);
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace mock_provider::token_probabilities

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
    bool const is_custom = call.kind == ToolCall::Kind::custom;
    calls.push_back({{"id", call.id.value_or(made_up)},
                     {"type", is_custom ? "custom" : "function"},
                     {is_custom ? "custom" : "function",
                      {{"name", call.name}, {is_custom ? "input" : "arguments", call.arguments}}}});
  }
  return calls;
}

std::string model_of(Json const& request) {
  if (!request.is_object() || !request.contains("model") || !request.at("model").is_string()) return "mock-model";
  return request.at("model").get<std::string>();
}

/// OpenRouter, Groq, Together and current vLLM, whose models are named MAKER/MODEL, say `reasoning`; DeepSeek, Kimi and
/// llama.cpp, whose are not, say `reasoning_content`.
ReasoningForm usual_form(std::string const& model) {
  return model.find('/') == std::string::npos ? ReasoningForm::reasoning_content : ReasoningForm::reasoning;
}

void add_reasoning(Json& message, Completion const& completion, std::string const& model) {
  if (!completion.reasoning) return;
  bool const is_said = completion.reasoning_form != ReasoningForm::by_model;
  ReasoningForm const form = is_said ? completion.reasoning_form : usual_form(model);
  std::string const& text = *completion.reasoning;
  message[form == ReasoningForm::reasoning_content ? "reasoning_content" : "reasoning"] = text;
  if (form != ReasoningForm::reasoning_details) return;
  message["reasoning_details"] =
      Json::array({Json{{"type", "reasoning.text"}, {"text", text}, {"format", "unknown"}, {"index", 0}}});
}

Json message(Completion const& completion, Json const& request, std::uint64_t seed) {
  Json result = json_object::of("role", "assistant", "content", text_or_null(completion.text));
  add_reasoning(result, completion, model_of(request));
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

Usage estimate(Completion const& completion, Json const& request) {
  bool const has_messages = request.is_object() && request.contains("messages");
  std::size_t const requested = has_messages ? json_text::dump(request.at("messages")).size() : 0;
  return {.prompt_tokens = tokens_of(requested),
          .completion_tokens = answer_limits::tokens_of(completion) * choice_count(request)};
}

Json usage(Usage const& counts, std::int64_t reasoning_tokens) {
  return json_object::of("prompt_tokens", counts.prompt_tokens, "completion_tokens", counts.completion_tokens,
                         "total_tokens", counts.prompt_tokens + counts.completion_tokens, "prompt_tokens_details",
                         json_object::of("cached_tokens", 0, "audio_tokens", 0), "completion_tokens_details",
                         json_object::of("reasoning_tokens", reasoning_tokens, "audio_tokens", 0,
                                         "accepted_prediction_tokens", 0, "rejected_prediction_tokens", 0));
}

/// The probabilities of the tokens that a choice says; null when the request does not ask for them.
Json logprobs_of(Completion const& completion, Json const& request) {
  if (!token_probabilities::are_wanted(request)) return nullptr;
  Json content = nullptr;
  if (completion.text) content = token_probabilities::of(chunking::pieces(*completion.text, {}), request);
  return {{"content", std::move(content)}, {"refusal", nullptr}};
}

}  // namespace

Json body(Completion const& completion, Json const& request, std::uint64_t seed) {
  std::string const usual_end = completion.tool_calls.empty() ? "stop" : "tool_calls";
  answer_budget::require_room(static_cast<std::size_t>(choice_count(request)), answer_limits::bytes_of(completion), "n",
                              "ask for fewer choices");
  Json const logprobs = logprobs_of(completion, request);
  Json choices = Json::array();
  for (std::int64_t index = 0; index < choice_count(request); ++index) {
    std::uint64_t const seed_of_choice = deterministic::hash("choice", seed + static_cast<std::uint64_t>(index));
    choices.push_back(json_object::of("index", index, "message", message(completion, request, seed_of_choice),
                                      "logprobs", logprobs, "finish_reason",
                                      completion.finish_reason.value_or(usual_end)));
  }
  Usage const counts = completion.usage.value_or(estimate(completion, request));
  std::int64_t const thought = std::min(tokens_of(completion.reasoning.value_or("").size()), counts.completion_tokens);
  std::string id = "chatcmpl-" + deterministic::token(deterministic::hash("id", seed), 29);
  return json_object::of("id", std::move(id), "object", "chat.completion", "created", deterministic::time_of(seed),
                         "model", model_of(request), "choices", std::move(choices), "usage", usage(counts, thought),
                         "service_tier", "default", "system_fingerprint", "fp_mock");
}

bool is_of_mistral(Json const& model) {
  if (!model.is_string()) return false;
  std::string const& name = model.get_ref<std::string const&>();
  return name.find("stral") != std::string::npos && name.find('/') == std::string::npos;
}

}  // namespace mock_provider::completion

namespace mock_provider::completion_chunks {
namespace {

enum class UsageChunk { wanted, unwanted };

UsageChunk usage_chunk(Json const& request) {
  Json const* const options = member(request, "stream_options");
  Json const* const include = options == nullptr ? nullptr : member(*options, "include_usage");
  return include != nullptr && *include == true ? UsageChunk::wanted : UsageChunk::unwanted;
}

class Writer {
 public:
  Writer(Json const& body, Json const& request, Chunking const& chunking)
      : body_(body), head_(body), usage_(usage_chunk(request)), chunking_(chunking) {
    head_.erase("choices");
    head_.erase("usage");
    head_["object"] = "chat.completion.chunk";
  }

  std::vector<std::string> take() {
    Json const& choices = body_.at("choices");
    for (std::size_t at = 0; at < choices.size(); ++at) write_choice(choices.at(at), at);
    if (usage_ == UsageChunk::wanted) write(Json::array(), body_.value("usage", Json()));
    frames_.add(std::string(event_frame::done));
    return frames_.take();
  }

 private:
  Json const& body_;
  Json head_;  ///< what stands in each chunk
  UsageChunk const usage_;
  Chunking const& chunking_;
  FrameList frames_;

  void write_choice(Json const& choice, std::size_t at) {
    Json const index = choice.value("index", Json(at));
    Json const& message = choice.at("message");
    Json const first = message.value("content", Json()).is_string() ? Json("") : Json(nullptr);
    write_delta(index, {{"role", message.value("role", Json("assistant"))}, {"content", first}, {"refusal", nullptr}});
    auto const is_thought = [](std::string const& name) { return name.starts_with("reasoning"); };
    for (auto const& part : message.items()) {
      if (is_thought(part.key())) write_part(index, choice, part.key(), part.value());
    }
    for (auto const& part : message.items()) {
      if (!is_thought(part.key())) write_part(index, choice, part.key(), part.value());
    }
    write_delta(index, Json::object(), choice.value("finish_reason", Json()));
  }

  /// The deltas of a member of the message: texts and calls in pieces, anything else whole.
  void write_part(Json const& index, Json const& choice, std::string const& name, Json const& part) {
    if (name == "role" || part.is_null() || part == Json::array()) return;
    Json const* const detail = name.starts_with("reasoning") ? detail_of_reasoning(choice.at("message")) : nullptr;
    if (detail != nullptr && name != "reasoning_content") return write_thought(index, name, *detail);
    if (name == "tool_calls") return write_calls(index, part);
    if (!part.is_string()) return write_delta(index, {{name, part}});
    // Servers of models that think send the member even when there was nothing to think.
    if (part == "" && name.starts_with("reasoning")) return write_delta(index, {{name, ""}});
    Json const* const tokens = name == "content" ? tokens_of(choice) : nullptr;
    if (tokens != nullptr) return write_tokens(index, *tokens);
    write_pieces(index, name, part);
  }

  /// The only part of `reasoning_details` when it has the text of `reasoning`; nullptr otherwise.
  static Json const* detail_of_reasoning(Json const& message) {
    Json const* const details = member(message, "reasoning_details");
    bool const is_one = details != nullptr && details->is_array() && details->size() == 1;
    Json const* const text = is_one ? member(details->front(), "text") : nullptr;
    Json const* const whole = member(message, "reasoning");
    bool const is_same = text != nullptr && whole != nullptr && text->is_string() && *text == *whole;
    return is_same ? &details->front() : nullptr;
  }

  /// Servers that have a thought twice send each piece of it twice in one chunk, so that clients read it once.
  void write_thought(Json const& index, std::string const& name, Json const& detail) {
    if (name != "reasoning_details") return;
    if (detail.at("text") == "") {
      return write_delta(index, {{"reasoning", ""}, {"reasoning_details", Json::array({detail})}});
    }
    for (std::string const& piece : pieces_of(detail.at("text"))) {
      Json part = detail;
      part["text"] = piece;
      write_delta(index, {{"reasoning", piece}, {"reasoning_details", Json::array({std::move(part)})}});
    }
  }

  /// The tokens of the content with their probabilities; nullptr without any.
  static Json const* tokens_of(Json const& choice) {
    Json const* const logprobs = member(choice, "logprobs");
    Json const* const tokens = logprobs == nullptr ? nullptr : member(*logprobs, "content");
    return tokens != nullptr && tokens->is_array() && !tokens->empty() ? tokens : nullptr;
  }

  /// A chunk for each piece of a text. They differ in the piece alone, so that the rest becomes text only once.
  void write_pieces(Json const& index, std::string const& name, Json const& text) {
    std::vector<std::string> const pieces = pieces_of(text);
    if (pieces.empty()) return;
    write_delta(index, {{name, ""}});
    std::string const blank = frames_.take_last();
    std::string const key = fmt::format(R"("delta":{{{}:)", json_text::dump(name));
    std::size_t const place = blank.find(key) + key.size();
    constexpr std::size_t length_of_empty_text = 2;
    for (std::string const& piece : pieces) {
      std::string frame;
      frame.reserve(blank.size() + piece.size() + 16);
      frame.append(blank, 0, place);
      json_text::append_string(frame, piece);
      frame.append(blank, place + length_of_empty_text);
      frames_.add(std::move(frame));
    }
  }

  void write_tokens(Json const& index, Json const& tokens) {
    for (Json const& token : tokens) {
      Json logprobs{{"content", Json::array({token})}, {"refusal", nullptr}};
      write_delta(index, {{"content", token.at("token")}}, nullptr, logprobs);
    }
  }

  /// Mistral's server sends a call whole, and its client refuses a piece of one without a name.
  [[nodiscard]] bool sends_calls_whole() const { return completion::is_of_mistral(body_.value("model", Json())); }

  void write_calls(Json const& index, Json const& calls) {
    for (std::size_t at = 0; at < calls.size(); ++at) {
      Json const& call = calls.at(at);
      std::string const type = call.value("type", "function");
      std::string const given = type == "custom" ? "input" : "arguments";
      Json begun{{"index", at}};
      begun.update(call);
      Json const text = call.at(type).value(given, Json());
      if (!text.is_string() || sends_calls_whole()) {
        write_call(index, std::move(begun));
        continue;
      }
      begun[type][given] = "";
      write_call(index, std::move(begun));
      for (std::string const& piece : pieces_of(text)) {
        write_call(index, {{"index", at}, {type, {{given, piece}}}});
      }
    }
  }

  void write_call(Json const& index, Json call) {
    write_delta(index, {{"tool_calls", Json::array({std::move(call)})}});
  }

  void write_delta(Json const& index, Json delta, Json const& finish_reason = nullptr, Json const& logprobs = nullptr) {
    Json choice{
        {"index", index}, {"delta", std::move(delta)}, {"logprobs", logprobs}, {"finish_reason", finish_reason}};
    write(Json::array({std::move(choice)}), nullptr);
  }

  void write(Json choices, Json const& usage) {
    Json chunk = head_;
    chunk["choices"] = std::move(choices);
    if (usage_ == UsageChunk::wanted) chunk["usage"] = usage;
    frames_.add(event_frame::of_data(chunk));
  }

  [[nodiscard]] std::vector<std::string> pieces_of(Json const& text) const {
    return chunking::pieces(text.get_ref<std::string const&>(), chunking_);
  }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking) {
  return Writer(body, request, chunking).take();
}

}  // namespace mock_provider::completion_chunks

namespace mock_provider::default_answer {
namespace {

/// The name in a tool, or in a choice of one; nullptr for tools that are neither functions nor custom.
Json const* name_in(Json const& tool) {
  for (char const* const type : {"function", "custom"}) {
    Json const* const part = member(tool, type);
    Json const* const name = part == nullptr ? nullptr : member(*part, "name");
    if (name != nullptr && name->is_string()) return name;
  }
  return nullptr;
}

/// Whether a choice makes the model call this tool.
bool forces(Json const& choice, Json const& name) {
  if (choice == "required") return true;
  if (Json const* const chosen = name_in(choice)) return *chosen == name;
  Json const* const allowed = member(choice, "allowed_tools");
  Json const* const mode = allowed == nullptr ? nullptr : member(*allowed, "mode");
  Json const* const tools = allowed == nullptr ? nullptr : member(*allowed, "tools");
  if (mode == nullptr || *mode != "required" || tools == nullptr || !tools->is_array()) return false;
  return std::any_of(tools->begin(), tools->end(), [&](Json const& tool) {
    Json const* const own = name_in(tool);
    return own != nullptr && *own == name;
  });
}

Json const* forced_tool(Json const& request) {
  Json const* const choice = member(request, "tool_choice");
  Json const* const tools = member(request, "tools");
  if (choice == nullptr || tools == nullptr || !tools->is_array()) return nullptr;
  for (Json const& tool : *tools) {
    Json const* const name = name_in(tool);
    if (name != nullptr && forces(*choice, *name)) return &tool;
  }
  return nullptr;
}

ToolCall sample_call(Json const& tool) {
  ToolCall call{.id = std::nullopt, .name = name_in(tool)->get<std::string>(), .arguments = "sample"};
  Json const* const function = member(tool, "function");
  if (function == nullptr) {
    call.kind = ToolCall::Kind::custom;
    return call;
  }
  call.arguments = schema_sample::arguments_of(member(*function, "parameters"));
  return call;
}

std::string sentence(Json const& request) {
  Json const* const messages = member(request, "messages");
  std::size_t const count = messages != nullptr && messages->is_array() ? messages->size() : 0;
  Json const* const content = count == 0 ? nullptr : member(messages->back(), "content");
  std::string const last = content == nullptr ? "" : conversation::text_of(*content);
  return fmt::format("The mock provider received {} message{}; the last says: {}", count, count == 1 ? "" : "s",
                     json_text::excerpt(Json(last), 200));
}

std::string structured(Json const& format) {
  Json const* const inner = member(format, "json_schema");
  Json const* const schema = inner == nullptr ? nullptr : member(*inner, "schema");
  if (schema == nullptr) return json_text::dump({{"answer", "sample"}});
  return json_text::dump(schema_sample::of(*schema));
}

}  // namespace

Completion to(Json const& request) {
  Completion completion;
  if (Json const* const tool = forced_tool(request)) {
    completion.tool_calls.push_back(sample_call(*tool));
    return completion;
  }
  Json const* const format = member(request, "response_format");
  Json const* const type = format == nullptr ? nullptr : member(*format, "type");
  bool const wants_json = type != nullptr && (*type == "json_schema" || *type == "json_object");
  completion.text = wants_json ? structured(*format) : sentence(request);
  return completion;
}

}  // namespace mock_provider::default_answer
