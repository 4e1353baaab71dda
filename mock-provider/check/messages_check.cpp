#include "mock-provider/check/messages_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/messages_turns.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::messages_members {

using messages_check::Purpose;

/// The rules about the members at the top of a message request, messages and tools themselves aside.
void check(Json const& body, Purpose purpose, FindingList& findings);

namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr MemberRules rules{
    .unknown = "messages.field.unknown", .type = "messages.field.type", .range = "messages.field.range"};

/// The first of them go into the number of tokens, the others are about the answer alone.
constexpr std::array<KnownMember, 28> known{{
    {"model", Kind::text, Null::refused},
    {"messages", Kind::array, Null::refused},
    {"billing_policy", Kind::object},
    {"cache_control", Kind::object},
    {"compaction", Kind::object},
    {"context_management", Kind::object},
    {"mcp_servers", Kind::array, Null::refused},
    {"output_config", Kind::object, Null::refused},
    {"output_format", Kind::object},
    {"speed", Kind::text},
    {"system", Kind::text_or_array, Null::refused},
    {"thinking", Kind::object, Null::refused},
    {"tool_choice", Kind::object, Null::refused},
    {"tools", Kind::array, Null::refused},
    {"max_tokens", Kind::integer, Null::refused, Range{0, unbounded}},
    {"container", Kind::text_or_object},
    {"diagnostics", Kind::object},
    {"fallback_credit_token", Kind::text_or_object},
    {"fallbacks", Kind::text_or_array},
    {"inference_geo", Kind::text},
    {"metadata", Kind::object, Null::refused},
    {"service_tier", Kind::text, Null::refused},
    {"stop_sequences", Kind::array, Null::refused},
    {"stream", Kind::boolean, Null::refused},
    {"temperature", Kind::number, Null::refused, Range{0, 1}},
    {"thread", Kind::object},
    {"top_k", Kind::integer, Null::refused, Range{0, unbounded}},
    {"top_p", Kind::number, Null::refused, Range{0, 1}},
}};
constexpr std::size_t counted = 14;

constexpr std::array<std::string_view, 2> speeds{"standard", "fast"};

void check_required(Json const& body, Purpose purpose, FindingList& findings) {
  for (std::string_view const name : {"model", "messages", "max_tokens"}) {
    bool const is_needed = purpose == Purpose::answer || name != "max_tokens";
    if (is_needed && member(body, name) == nullptr) {
      findings.add("messages.field.required", json_text::child("", name), fmt::format("\"{}\" is missing", name));
    }
  }
  Json const* const model = member(body, "model");
  if (model != nullptr && *model == "") findings.add(rules.range, "/model", "\"model\" must not be empty");
  Json const* const messages = member(body, "messages");
  if (messages != nullptr && messages->is_array() && messages->empty()) {
    findings.add(rules.range, "/messages", "\"messages\" must have at least one message");
  }
}

bool is_blank(Json const& value) {
  return !value.is_string() || value.get_ref<std::string const&>().find_first_not_of(" \t\r\n") == std::string::npos;
}

void check_stops(Json const& body, FindingList& findings) {
  Json const* const stops = member(body, "stop_sequences");
  if (stops == nullptr || !stops->is_array()) return;
  for (std::size_t index = 0; index < stops->size(); ++index) {
    if (!is_blank((*stops)[index])) continue;
    findings.add("messages.stop-sequences", json_text::child("/stop_sequences", index),
                 "a stop sequence must be a string with more than blanks in it");
  }
}

void check_system(Json const& body, FindingList& findings) {
  Json const* const system = member(body, "system");
  if (system == nullptr) return;
  messages_blocks::check_blank(*system, "system", "/system", findings);
  for (std::size_t index = 0; system->is_array() && index < system->size(); ++index) {
    Json const* const type = member((*system)[index], "type");
    Json const* const text = member((*system)[index], "text");
    if (type != nullptr && *type == "text" && text != nullptr && text->is_string()) continue;
    findings.add("messages.system", json_text::child("/system", index), "a block of \"system\" must be of type text");
  }
}

void check_thinking(Json const& body, FindingList& findings) {
  constexpr std::string_view rule = "messages.thinking";
  constexpr std::int64_t least_budget = 1024;
  Json const* const thinking = member(body, "thinking");
  if (thinking == nullptr || !thinking->is_object()) return;
  Json const* const type = member(*thinking, "type");
  if (type != nullptr && (*type == "disabled" || *type == "adaptive" || *type == "between_tools")) return;
  if (type == nullptr || *type != "enabled") {
    return findings.add(rule, "/thinking/type", "\"type\" must be one of enabled, disabled, adaptive, between_tools");
  }
  Json const* const budget = member(*thinking, "budget_tokens");
  Json const* const limit = member(body, "max_tokens");
  bool const is_budget = budget != nullptr && budget->is_number_integer() && *budget >= least_budget;
  bool const is_below = limit == nullptr || !limit->is_number() || (is_budget && *budget < *limit);
  if (is_budget && is_below) return;
  findings.add(rule, "/thinking/budget_tokens",
               fmt::format("\"budget_tokens\" must be at least {} and less than \"max_tokens\"", least_budget));
}

void check_output_config(Json const& body, FindingList& findings) {
  constexpr std::string_view rule = "messages.output-config";
  Json const* const config = member(body, "output_config");
  Json const* const format = config == nullptr ? nullptr : member(*config, "format");
  if (format == nullptr || format->is_null()) return;
  Json const* const type = member(*format, "type");
  Json const* const schema = member(*format, "schema");
  if (type == nullptr || *type != "json_schema" || schema == nullptr || !schema->is_object()) {
    return findings.add(rule, "/output_config/format", "a format must be {\"type\": \"json_schema\", \"schema\": {…}}");
  }
  schema_rules::check(rule, *schema, "/output_config/format/schema", schema_rules::Arrays::of_anything, findings);
  strict_schema::check_closed(rule, *schema, "/output_config/format/schema", findings);
}

}  // namespace

void check(Json const& body, Purpose purpose, FindingList& findings) {
  check_required(body, purpose, findings);
  std::span<KnownMember const> const table = known;
  if (purpose == Purpose::answer) {
    check_members(body, table, rules, "a message request", findings);
  } else {
    check_members(body, table.first(counted), rules, "a request for the number of tokens", findings);
  }
  findings.one_of_if_there("messages.field.value", body, "", "speed", speeds);
  check_stops(body, findings);
  check_system(body, findings);
  check_thinking(body, findings);
  check_output_config(body, findings);
}

}  // namespace mock_provider::messages_members

namespace mock_provider::messages_tools {

/// The rules about `tools` and `tool_choice` of a message request.
void check(Json const& body, FindingList& findings);

namespace {

constexpr std::string_view rule = "messages.tools";
constexpr std::array<std::string_view, 10> members{
    "name",   "description",     "input_schema",  "type",           "cache_control",
    "strict", "allowed_callers", "defer_loading", "input_examples", "eager_input_streaming"};

bool is_name(Json const& value) {
  if (!value.is_string()) return false;
  std::string const& name = value.get_ref<std::string const&>();
  return !name.empty() && name.size() <= 128 && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
  });
}

/// A tool that the provider runs itself is known by its type, and has members of its own.
bool is_of_provider(Json const& tool) {
  Json const* const type = member(tool, "type");
  return type != nullptr && type->is_string() && *type != "custom";
}

void check_tool(Json const& tool, std::string const& pointer, FindingList& findings) {
  if (!tool.is_object()) return findings.add(rule, pointer, "a tool must be an object");
  if (is_of_provider(tool)) return;
  findings.admit_only(rule, tool, pointer, members);
  findings.text_if_there(rule, tool, pointer, "description");
  Json const* const name = member(tool, "name");
  if (name == nullptr || !is_name(*name)) {
    findings.add(rule, json_text::child(pointer, "name"),
                 "a tool must have a name of 1 to 128 letters, digits, \"_\" or \"-\"");
  }
  Json const* const schema = member(tool, "input_schema");
  Json const* const type = schema == nullptr ? nullptr : member(*schema, "type");
  if (type != nullptr && *type == "object") {
    return schema_rules::check("messages.tools.schema", *schema, json_text::child(pointer, "input_schema"),
                               schema_rules::Arrays::of_anything, findings);
  }
  findings.add(rule, json_text::child(pointer, "input_schema"),
               "\"input_schema\" must be a JSON Schema with \"type\": \"object\"");
}

/// A tool without a name is a set of tools whose names the provider alone knows.
bool is_offered(Json const& tools, Json const& name) {
  return std::any_of(tools.begin(), tools.end(), [&](Json const& tool) {
    Json const* const offered = member(tool, "name");
    return offered == nullptr ? is_of_provider(tool) : *offered == name;
  });
}

void check_choice(Json const& body, FindingList& findings) {
  constexpr std::string_view choice_rule = "messages.tool-choice";
  Json const* const choice = member(body, "tool_choice");
  if (choice == nullptr || !choice->is_object()) return;
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) {
    return findings.add(choice_rule, "/tool_choice", "\"tool_choice\" is allowed only together with \"tools\"");
  }
  Json const* const type = member(*choice, "type");
  if (type != nullptr && (*type == "auto" || *type == "any" || *type == "none")) return;
  Json const* const name = member(*choice, "name");
  if (type == nullptr || *type != "tool" || name == nullptr) {
    return findings.add(choice_rule, "/tool_choice",
                        "\"tool_choice\" must be of type auto, any, none, or tool with a name");
  }
  if (is_offered(*tools, *name)) return;
  findings.add(choice_rule, "/tool_choice/name",
               fmt::format("{} is no tool of \"tools\"", json_text::excerpt(*name, 60)));
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  check_choice(body, findings);
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
}

}  // namespace mock_provider::messages_tools

namespace mock_provider::messages_check {
namespace {

/// The versions that the provider has published, in their order.
constexpr std::array<std::string_view, 3> versions{"2023-01-01", "2023-06-01", "2026-10-21"};

bool is_version(std::string const* text) {
  return text != nullptr && std::find(versions.begin(), versions.end(), *text) != versions.end();
}

void check_version(Headers const& headers, Json const& body, FindingList& findings) {
  std::string const* const version = header_named(headers, "anthropic-version");
  if (!is_version(version)) {
    return findings.add("messages.version", "", "send \"anthropic-version: 2023-06-01\"");
  }
  // Dates of this form are in the order of their letters.
  if (*version <= "2023-06-01") return;
  for (std::string_view const name : {"temperature", "top_p", "top_k"}) {
    if (member(body, name) == nullptr) continue;
    findings.add("messages.field.sampling", json_text::child("", name),
                 "is not taken by this version; send \"anthropic-version: 2023-06-01\" or leave it out");
  }
}

}  // namespace

std::vector<Finding> check(Headers const& headers, Json const& body, Purpose purpose) {
  FindingList findings;
  if (!request_headers::has_anthropic_key(headers)) {
    findings.add("messages.auth.present", "", "no key: send \"x-api-key: KEY\" or \"Authorization: Bearer KEY\"");
  }
  if (!request_headers::says_json(headers)) {
    findings.add("messages.content-type", "", "send \"content-type: application/json\"");
  }
  check_version(headers, body, findings);
  if (!body.is_object()) {
    findings.add("messages.body.json", "", "the body must be a JSON object");
    return findings.take();
  }
  messages_members::check(body, purpose, findings);
  if (Json const* const messages = member(body, "messages")) messages_turns::check(*messages, findings);
  messages_tools::check(body, findings);
  return findings.take();
}

std::vector<Finding> check_listing(Headers const& headers) {
  FindingList findings;
  if (!request_headers::has_anthropic_key(headers)) {
    findings.add("models.auth.present", "", "no key: send \"x-api-key: KEY\" or \"Authorization: Bearer KEY\"");
  }
  std::string const* const version = header_named(headers, "anthropic-version");
  if (!is_version(version)) {
    findings.add("models.version", "", "send \"anthropic-version: 2023-06-01\"");
  }
  return findings.take();
}

}  // namespace mock_provider::messages_check
