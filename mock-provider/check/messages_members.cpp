#include "mock-provider/check/messages_members.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/schema_rules.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::messages_members {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr MemberRules rules{
    .unknown = "messages.field.unknown", .type = "messages.field.type", .range = "messages.field.range"};

constexpr std::array<KnownMember, 28> known{{
    {"model", Kind::text, Null::refused},
    {"messages", Kind::array, Null::refused},
    {"max_tokens", Kind::integer, Null::refused, Range{0, unbounded}},
    {"billing_policy", Kind::object},
    {"cache_control", Kind::object},
    {"compaction", Kind::object},
    {"container", Kind::text_or_object},
    {"context_management", Kind::object},
    {"diagnostics", Kind::object},
    {"fallback_credit_token", Kind::text_or_object},
    {"fallbacks", Kind::text_or_array},
    {"inference_geo", Kind::text},
    {"mcp_servers", Kind::array, Null::refused},
    {"metadata", Kind::object, Null::refused},
    {"output_config", Kind::object, Null::refused},
    {"output_format", Kind::object},
    {"service_tier", Kind::text, Null::refused},
    {"speed", Kind::text},
    {"stop_sequences", Kind::array, Null::refused},
    {"stream", Kind::boolean, Null::refused},
    {"system", Kind::text_or_array, Null::refused},
    {"temperature", Kind::number, Null::refused, Range{0, 1}},
    {"thinking", Kind::object, Null::refused},
    {"thread", Kind::object},
    {"tool_choice", Kind::object, Null::refused},
    {"tools", Kind::array, Null::refused},
    {"top_k", Kind::integer, Null::refused, Range{0, unbounded}},
    {"top_p", Kind::number, Null::refused, Range{0, 1}},
}};

constexpr std::array<std::string_view, 2> speeds{"standard", "fast"};

void check_required(Json const& body, FindingList& findings) {
  for (std::string_view const name : {"model", "messages", "max_tokens"}) {
    if (member(body, name) == nullptr) {
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
  if (system == nullptr || !system->is_array()) return;
  for (std::size_t index = 0; index < system->size(); ++index) {
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

void check(Json const& body, FindingList& findings) {
  check_required(body, findings);
  check_members(body, known, rules, "a message request", findings);
  findings.one_of_if_there("messages.field.value", body, "", "speed", speeds);
  check_stops(body, findings);
  check_system(body, findings);
  check_thinking(body, findings);
  check_output_config(body, findings);
}

}  // namespace mock_provider::messages_members
