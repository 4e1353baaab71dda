#include "mock-provider/respond_form.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "mock-provider/request.hpp"
#include "mock-provider/scenario_members.hpp"

namespace mock_provider::respond_form {
namespace {

constexpr std::int64_t longest_delay_ms = 600'000;
constexpr std::int64_t most_bytes = 1'073'741'824;
constexpr std::int64_t most_tokens = 1'000'000'000'000;
constexpr std::array<std::string_view, 5> short_forms{"text", "json", "toolCalls", "refusal", "reasoning"};

bool has_any(ClosedObject const& object, std::span<std::string_view const> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return object.has(name); });
}

std::chrono::milliseconds milliseconds(std::optional<std::int64_t> count) {
  return std::chrono::milliseconds(count.value_or(0));
}

bool is_header_name(std::string_view name) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || others.find(character) != std::string_view::npos;
  });
}

bool is_framing(std::string_view name) {
  constexpr std::array<std::string_view, 4> framing{"content-length", "transfer-encoding", "connection", "keep-alive"};
  return std::any_of(framing.begin(), framing.end(),
                     [&](std::string_view known) { return same_header_name(known, name); });
}

std::vector<std::pair<std::string, std::string>> decode_headers(ClosedObject const& object) {
  std::vector<std::pair<std::string, std::string>> headers;
  Json const* const value = object.find("headers");
  if (value == nullptr) return headers;
  std::string const pointer = object.pointer_of("headers");
  if (!value->is_object()) throw ScenarioError(pointer, "must be an object from header name to text");
  for (auto const& header : value->items()) {
    std::string const at = json_text::child(pointer, header.key());
    if (!is_header_name(header.key())) throw ScenarioError(at, "is no header name");
    if (is_framing(header.key())) {
      throw ScenarioError(at, "is set by the server; to break off an answer use the fault \"cut\"");
    }
    if (!header.value().is_string()) throw ScenarioError(at, "must be a string");
    std::string const text = header.value().get<std::string>();
    if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      throw ScenarioError(at, "must not hold line breaks or NUL");
    }
    headers.emplace_back(header.key(), text);
  }
  return headers;
}

ToolCall decode_tool_call(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::tool_call);
  Json const& arguments = object.required("arguments");
  return {.id = object.text("id"),
          .name = object.required_text("name"),
          .arguments = arguments.is_string() ? arguments.get<std::string>() : json_text::dump(arguments)};
}

std::vector<ToolCall> decode_tool_calls(ClosedObject const& object) {
  std::vector<ToolCall> calls;
  Json const* const value = object.find("toolCalls");
  if (value == nullptr) return calls;
  std::string const pointer = object.pointer_of("toolCalls");
  if (!value->is_array() || value->empty()) throw ScenarioError(pointer, "must be a non-empty array of tool calls");
  for (std::size_t index = 0; index < value->size(); ++index) {
    calls.push_back(decode_tool_call((*value)[index], json_text::child(pointer, index)));
  }
  return calls;
}

std::optional<Usage> decode_usage(ClosedObject const& object) {
  Json const* const value = object.find("usage");
  if (value == nullptr) return std::nullopt;
  ClosedObject const usage(*value, object.pointer_of("usage"), members::usage);
  return Usage{.prompt_tokens = usage.whole_number("promptTokens", 0, most_tokens).value_or(0),
               .completion_tokens = usage.whole_number("completionTokens", 0, most_tokens).value_or(0)};
}

Completion decode_completion(ClosedObject const& object) {
  int const contents = (object.has("text") ? 1 : 0) + (object.has("json") ? 1 : 0) + (object.has("refusal") ? 1 : 0);
  if (contents > 1) throw ScenarioError(object.pointer(), "has more than one of text, json and refusal: keep one");
  Completion completion{.text = object.text("text"),
                        .refusal = object.text("refusal"),
                        .reasoning = object.text("reasoning"),
                        .tool_calls = decode_tool_calls(object),
                        .finish_reason = object.text("finishReason"),
                        .usage = decode_usage(object)};
  if (Json const* const json = object.find("json")) completion.text = json_text::dump(*json);
  return completion;
}

EventStream decode_event_stream(ClosedObject const& object) {
  Json const& chunks = object.required("chunks");
  if (!chunks.is_array()) throw ScenarioError(object.pointer_of("chunks"), "must be an array of chunks");
  return {.chunks = std::vector<Json>(chunks.begin(), chunks.end())};
}

ProviderError decode_error(ClosedObject const& outer) {
  ClosedObject const object(outer.required("error"), outer.pointer_of("error"), members::error);
  static_cast<void>(object.required("status"));
  ProviderError error{.status = static_cast<int>(*object.whole_number("status", 400, 599)),
                      .type = object.text("type"),
                      .code = object.text("code"),
                      .param = object.text("param"),
                      .message = object.text("message"),
                      .retry_after = std::nullopt};
  if (object.has("retryAfterMs"))
    error.retry_after = milliseconds(object.whole_number("retryAfterMs", 0, longest_delay_ms));
  return error;
}

void admit_only(ClosedObject const& object, std::string_view kind, std::string_view own) {
  for (std::string_view const name : members::fault) {
    if (name == "kind" || name == own || !object.has(name)) continue;
    throw ScenarioError(object.pointer_of(name), fmt::format("does not go with the fault \"{}\"", kind));
  }
}

Fault decode_fault(ClosedObject const& outer) {
  ClosedObject const object(outer.required("fault"), outer.pointer_of("fault"), members::fault);
  std::string const kind = object.required_text("kind");
  if (kind == "cut") {
    admit_only(object, kind, "afterBytes");
    return CutBody{.after_bytes =
                       static_cast<std::size_t>(object.whole_number("afterBytes", 0, most_bytes).value_or(0))};
  }
  if (kind == "truncatedJson") {
    admit_only(object, kind, "keepBytes");
    std::optional<std::int64_t> const keep = object.whole_number("keepBytes", 0, most_bytes);
    return TruncatedJson{.keep_bytes =
                             keep ? std::optional<std::size_t>(static_cast<std::size_t>(*keep)) : std::nullopt};
  }
  if (kind == "html") {
    admit_only(object, kind, "status");
    return HtmlPage{.status = static_cast<int>(object.whole_number("status", 200, 599).value_or(502))};
  }
  if (kind == "wrongContentType") {
    admit_only(object, kind, "contentType");
    std::string const content_type = object.text("contentType").value_or("text/plain");
    if (content_type.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      throw ScenarioError(object.pointer_of("contentType"), "must not hold line breaks or NUL");
    }
    return WrongContentType{.content_type = content_type};
  }
  throw ScenarioError(object.pointer_of("kind"), "must be one of cut, truncatedJson, html, wrongContentType");
}

void refuse(ClosedObject const& object, std::string_view name, std::string_view reason) {
  if (object.has(name)) throw ScenarioError(object.pointer_of(name), std::string(reason));
}

}  // namespace

Response decode(Json const& value, std::string const& pointer) {
  ClosedObject const object(value, pointer, members::respond);
  int const forms = (object.has("body") ? 1 : 0) + (object.has("chunks") ? 1 : 0) +
                    (has_any(object, short_forms) ? 1 : 0) + (object.has("error") ? 1 : 0) +
                    (object.has("fault") ? 1 : 0);
  if (forms != 1) {
    throw ScenarioError(
        pointer,
        "must have exactly one of body, chunks, error, fault, or a short form (text, json, toolCalls, refusal, "
        "reasoning)");
  }
  Response response{.content = Completion{},
                    .headers = decode_headers(object),
                    .delay = milliseconds(object.whole_number("delayMs", 0, longest_delay_ms))};
  if (!has_any(object, short_forms)) {
    refuse(object, "finishReason", "goes with a short form only");
    refuse(object, "usage", "goes with a short form only");
  }
  if (object.has("body")) {
    response.content = WholeBody{.body = object.required("body"),
                                 .status = static_cast<int>(object.whole_number("status", 200, 599).value_or(200))};
    return response;
  }
  refuse(object, "status", "goes with body only; an error has its own status inside");
  if (object.has("chunks")) {
    response.content = decode_event_stream(object);
  } else if (object.has("error")) {
    response.content = decode_error(object);
  } else if (object.has("fault")) {
    response.content = decode_fault(object);
  } else {
    response.content = decode_completion(object);
  }
  return response;
}

}  // namespace mock_provider::respond_form
