#include "mock-provider/check/chat_members.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/request_check.hpp"
#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::field_rules {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr MemberRules rules{.unknown = "chat.field.unknown", .type = "chat.field.type", .range = "chat.field.range"};

constexpr std::array<KnownMember, 39> fields{{
    {"messages", Kind::array, Null::refused},
    {"model", Kind::text, Null::refused},
    {"audio", Kind::object},
    {"frequency_penalty", Kind::number, Null::allowed, Range{-2, 2}},
    {"function_call", Kind::text_or_object, Null::refused},
    {"functions", Kind::array, Null::refused},
    {"logit_bias", Kind::object},
    {"logprobs", Kind::boolean},
    {"max_completion_tokens", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"max_tokens", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"metadata", Kind::object},
    {"modalities", Kind::array},
    {"moderation", Kind::object},
    {"n", Kind::integer, Null::allowed, Range{1, 128}},
    {"parallel_tool_calls", Kind::boolean, Null::refused},
    {"prediction", Kind::object},
    {"presence_penalty", Kind::number, Null::allowed, Range{-2, 2}},
    {"prompt_cache_key", Kind::text},
    {"prompt_cache_options", Kind::object, Null::refused},
    {"prompt_cache_retention", Kind::text},
    {"reasoning_effort", Kind::text},
    {"response_format", Kind::object, Null::refused},
    {"safety_identifier", Kind::text},
    {"seed", Kind::integer, Null::allowed, Range{-9.3e18, 9.3e18}},
    {"service_tier", Kind::text},
    {"stop", Kind::text_or_array},
    {"store", Kind::boolean},
    {"stream", Kind::boolean},
    {"stream_options", Kind::object},
    {"temperature", Kind::number, Null::allowed, Range{0, 2}},
    {"tool_choice", Kind::text_or_object, Null::refused},
    {"tools", Kind::array, Null::refused},
    {"top_logprobs", Kind::integer, Null::allowed, Range{0, 20}},
    {"top_p", Kind::number, Null::allowed, Range{0, 1}},
    {"user", Kind::text, Null::refused},
    {"verbosity", Kind::text},
    {"web_search_options", Kind::object, Null::refused},
    // Of Groq, whose clients send them for models that reason.
    {"include_reasoning", Kind::boolean},
    {"reasoning_format", Kind::text},
}};

constexpr std::array<std::string_view, 7> efforts{"none", "minimal", "low", "medium", "high", "xhigh", "max"};
constexpr std::array<std::string_view, 6> tiers{"auto", "default", "flex", "scale", "priority", "fast"};
constexpr std::array<std::string_view, 3> verbosities{"low", "medium", "high"};

void check_required(Json const& body, FindingList& findings) {
  for (std::string_view const name : {"model", "messages"}) {
    if (member(body, name) == nullptr) {
      findings.add("chat.field.required", json_text::child("", name), fmt::format("\"{}\" is missing", name));
    }
  }
  Json const* const model = member(body, "model");
  if (model != nullptr && *model == "") findings.add("chat.field.range", "/model", "\"model\" must not be empty");
  Json const* const messages = member(body, "messages");
  if (messages != nullptr && messages->is_array() && messages->empty()) {
    findings.add("chat.field.range", "/messages", "\"messages\" must have at least one message");
  }
}

void check_stop(Json const& body, FindingList& findings) {
  Json const* const stop = member(body, "stop");
  if (stop == nullptr || !stop->is_array()) return;
  bool const all_text = std::all_of(stop->begin(), stop->end(), [](Json const& value) { return value.is_string(); });
  if (all_text && !stop->empty() && stop->size() <= 4) return;
  findings.add(
      "chat.stop", "/stop",
      fmt::format("\"stop\" must be a string or an array of 1 to 4 strings; got {}", json_text::excerpt(*stop, 60)));
}

void check_stream_options(Json const& body, FindingList& findings) {
  constexpr std::array<std::string_view, 2> known{"include_usage", "include_obfuscation"};
  Json const* const options = member(body, "stream_options");
  if (options == nullptr || !options->is_object()) return;
  findings.admit_only("chat.stream-options", *options, "/stream_options", known);
  for (std::string_view const name : known) {
    Json const* const value = member(*options, name);
    if (value == nullptr || value->is_boolean()) continue;
    findings.add("chat.stream-options", json_text::child("/stream_options", name),
                 fmt::format("\"{}\" must be a boolean", name));
  }
}

void check_biases(Json const& body, FindingList& findings) {
  Json const* const biases = member(body, "logit_bias");
  if (biases == nullptr || !biases->is_object()) return;
  for (auto const& bias : biases->items()) {
    bool const fits = bias.value().is_number() && bias.value() >= -100 && bias.value() <= 100;
    if (fits) continue;
    findings.add("chat.logit-bias", json_text::child("/logit_bias", bias.key()), "a bias must be from -100 to 100");
  }
}

void check_needs(Json const& body, FindingList& findings) {
  auto const needs = [&](std::string_view name, std::string_view other) {
    if (!is_set(body, name) || is_set(body, other)) return;
    findings.add("chat.field.needs", json_text::child("", name),
                 fmt::format("\"{}\" is allowed only together with \"{}\"", name, other));
  };
  needs("tool_choice", "tools");
  needs("parallel_tool_calls", "tools");
  if (is_set(body, "top_logprobs") && (!is_set(body, "logprobs") || *member(body, "logprobs") != true)) {
    findings.add("chat.field.needs", "/top_logprobs", "\"top_logprobs\" is allowed only with \"logprobs\": true");
  }
  if (is_set(body, "stream_options") && (!is_set(body, "stream") || *member(body, "stream") != true)) {
    findings.add("chat.field.needs", "/stream_options", "\"stream_options\" is allowed only with \"stream\": true");
  }
  if (is_set(body, "max_tokens") && is_set(body, "max_completion_tokens")) {
    findings.add("chat.field.needs", "/max_tokens",
                 "\"max_tokens\" and \"max_completion_tokens\" exclude each other: keep \"max_completion_tokens\"");
  }
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  check_required(body, findings);
  check_members(body, fields, rules, "a chat request", findings);
  check_stop(body, findings);
  findings.one_of_if_there("chat.field.value", body, "", "reasoning_effort", efforts);
  findings.one_of_if_there("chat.field.value", body, "", "service_tier", tiers);
  findings.one_of_if_there("chat.field.value", body, "", "verbosity", verbosities);
  check_needs(body, findings);
  check_stream_options(body, findings);
  check_biases(body, findings);
  metadata_rules::check("chat.metadata", body, findings);
}

}  // namespace mock_provider::field_rules

namespace mock_provider::tool_rules {
namespace {

constexpr std::string_view shape = "chat.tools.shape";
constexpr std::string_view choice_rule = "chat.tool-choice";
constexpr std::array<std::string_view, 2> function_tool_members{"type", "function"};
constexpr std::array<std::string_view, 2> custom_tool_members{"type", "custom"};
constexpr std::array<std::string_view, 4> function_members{"name", "description", "parameters", "strict"};
constexpr std::array<std::string_view, 3> custom_members{"name", "description", "format"};

constexpr std::size_t most_tools = 128;
constexpr std::size_t longest_description = 1024;

void check_description(Json const& tool, std::string const& pointer, FindingList& findings) {
  findings.text_if_there(shape, tool, pointer, "description");
  Json const* const description = member(tool, "description");
  if (description == nullptr || !description->is_string()) return;
  std::size_t const length = characters_of(description->get_ref<std::string const&>());
  if (length <= longest_description) return;
  std::string const at = json_text::child(pointer, "description");
  findings.add("chat.tools.description", at,
               fmt::format("Invalid '{}': string too long. Expected a string with maximum length {}, but got a string "
                           "with length {} instead.",
                           request_check::param_of(at), longest_description, length));
}

void check_number(Json const& tools, FindingList& findings) {
  if (tools.size() <= most_tools) return;
  findings.add(
      "chat.tools.number", "/tools",
      fmt::format("Invalid 'tools': array too long. Expected an array with maximum length {}, but got an array "
                  "with length {} instead.",
                  most_tools, tools.size()));
}

/// What functions and custom tools have in common.
void check_named(Json const& tool, std::string const& pointer, FindingList& findings) {
  check_description(tool, pointer, findings);
  Json const* const name = member(tool, "name");
  if (name != nullptr && is_provider_name(*name)) return;
  findings.add("chat.tools.name", json_text::child(pointer, "name"),
               "a tool must have a name of 1 to 64 letters, digits, \"_\" or \"-\"");
}

void check_function(Json const& function, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, function, pointer, function_members);
  check_named(function, pointer, findings);
  Json const* const strict = member(function, "strict");
  if (strict != nullptr && !strict->is_boolean() && !strict->is_null()) {
    findings.add(shape, json_text::child(pointer, "strict"), "\"strict\" must be a boolean");
  }
  Json const* const parameters = member(function, "parameters");
  if (parameters == nullptr) return;
  std::string const at = json_text::child(pointer, "parameters");
  if (!parameters->is_object() || member(*parameters, "type") == nullptr || *member(*parameters, "type") != "object") {
    return findings.add("chat.tools.parameters", at, "parameters must be a JSON Schema with \"type\": \"object\"");
  }
  schema_rules::check("chat.tools.schema", *parameters, at, schema_rules::Arrays::with_items, findings);
  if (strict != nullptr && *strict == true) strict_schema::check("chat.tools.strict", *parameters, at, findings);
}

bool is_text(Json const* value) {
  return value != nullptr && value->is_string();
}

/// The format of a custom tool's input: any text, or what a grammar describes.
void check_format(Json const& format, std::string const& pointer, FindingList& findings) {
  constexpr std::array<std::string_view, 2> syntaxes{"lark", "regex"};
  Json const* const type = member(format, "type");
  if (type != nullptr && *type == "text") return;
  Json const* const grammar = member(format, "grammar");
  if (type == nullptr || *type != "grammar" || grammar == nullptr || !is_text(member(*grammar, "definition"))) {
    return findings.add(shape, pointer,
                        "\"format\" must be of type text, or of type grammar with the object \"grammar\" that has a "
                        "definition and a syntax");
  }
  std::string const at = json_text::child(pointer, "grammar");
  if (!findings.require_text(shape, *grammar, at, "syntax")) return;
  findings.one_of_if_there(shape, *grammar, at, "syntax", syntaxes);
}

void check_custom(Json const& custom, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, custom, pointer, custom_members);
  check_named(custom, pointer, findings);
  Json const* const format = member(custom, "format");
  if (format != nullptr) check_format(*format, json_text::child(pointer, "format"), findings);
}

/// The object that a tool or a choice has under the name of its type; nullptr for none.
Json const* inner_of(Json const& tool, std::string_view type) {
  Json const* const named = member(tool, "type");
  Json const* const inner = member(tool, type);
  return named != nullptr && *named == type && inner != nullptr && inner->is_object() ? inner : nullptr;
}

void check_tool(Json const& tool, std::string const& pointer, FindingList& findings) {
  Json const* const type = member(tool, "type");
  if (type == nullptr || (*type != "function" && *type != "custom")) {
    return findings.add(shape, json_text::child(pointer, "type"),
                        "a tool must be an object of type \"function\" or \"custom\"");
  }
  bool const is_custom = *type == "custom";
  std::string const name = type->get<std::string>();
  findings.admit_only(shape, tool, pointer, is_custom ? custom_tool_members : function_tool_members);
  std::string const at = json_text::child(pointer, name);
  Json const* const inner = inner_of(tool, name);
  if (inner == nullptr) {
    return findings.add(shape, at, fmt::format("a tool must have the object \"{}\" with its name", name));
  }
  return is_custom ? check_custom(*inner, at, findings) : check_function(*inner, at, findings);
}

bool is_offered(Json const& body, std::string_view type, Json const& name) {
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return false;
  return std::any_of(tools->begin(), tools->end(), [&](Json const& tool) {
    Json const* const inner = inner_of(tool, type);
    Json const* const offered = inner == nullptr ? nullptr : member(*inner, "name");
    return offered != nullptr && *offered == name;
  });
}

/// A choice among some of the tools.
void check_allowed(Json const& allowed, FindingList& findings) {
  constexpr std::array<std::string_view, 2> modes{"auto", "required"};
  std::string const at = "/tool_choice/allowed_tools";
  Json const* const tools = member(allowed, "tools");
  if (tools == nullptr || !tools->is_array()) {
    findings.add(choice_rule, json_text::child(at, "tools"), "\"tools\" must be an array of tools");
  }
  if (!findings.require_text(choice_rule, allowed, at, "mode")) return;
  findings.one_of_if_there(choice_rule, allowed, at, "mode", modes);
}

void check_choice(Json const& body, FindingList& findings) {
  Json const* const choice = member(body, "tool_choice");
  if (choice == nullptr || *choice == "none" || *choice == "auto" || *choice == "required") return;
  if (Json const* const allowed = inner_of(*choice, "allowed_tools")) return check_allowed(*allowed, findings);
  for (std::string_view const type : {"function", "custom"}) {
    Json const* const inner = inner_of(*choice, type);
    Json const* const name = inner == nullptr ? nullptr : member(*inner, "name");
    if (!is_text(name)) continue;
    if (is_offered(body, type, *name)) return;
    return findings.add(choice_rule, json_text::child(json_text::child("/tool_choice", type), "name"),
                        fmt::format("{} is no tool of type {} in \"tools\"", json_text::excerpt(*name, 60), type));
  }
  findings.add(choice_rule, "/tool_choice",
               "\"tool_choice\" must be none, auto, required, {\"type\": \"function\", \"function\": {\"name\": …}}, "
               "{\"type\": \"custom\", \"custom\": {\"name\": …}}, or of type allowed_tools");
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  check_choice(body, findings);
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  if (tools->empty()) return findings.add(shape, "/tools", "\"tools\" must not be empty: leave it out instead");
  check_number(*tools, findings);
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
}

}  // namespace mock_provider::tool_rules
