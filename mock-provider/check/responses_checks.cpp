#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/metadata_rules.hpp"
#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/responses_items.hpp"
#include "mock-provider/check/schema_rules.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::request_check {
namespace responses_checks {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr std::array<KnownMember, 34> members{{
    {"model", Kind::text, Null::refused},
    {"input", Kind::text_or_array, Null::refused},
    {"access_programs", Kind::object, Null::refused},
    {"background", Kind::boolean},
    {"context_management", Kind::array},
    {"conversation", Kind::text_or_object},
    {"image", Kind::object, Null::refused},
    {"include", Kind::array},
    {"instructions", Kind::text_or_array},
    {"max_output_tokens", Kind::integer, Null::allowed, Range{16, unbounded}},
    {"max_tool_calls", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"metadata", Kind::object},
    {"moderation", Kind::object},
    {"multi_agent", Kind::object},
    {"parallel_tool_calls", Kind::boolean},
    {"previous_response_id", Kind::text},
    {"prompt", Kind::object},
    {"prompt_cache_key", Kind::text},
    {"prompt_cache_options", Kind::object, Null::refused},
    {"prompt_cache_retention", Kind::text},
    {"reasoning", Kind::object},
    {"safety_identifier", Kind::text},
    {"service_tier", Kind::text},
    {"store", Kind::boolean},
    {"stream", Kind::boolean},
    {"stream_options", Kind::object},
    {"temperature", Kind::number, Null::allowed, Range{0, 2}},
    {"text", Kind::object, Null::refused},
    {"tool_choice", Kind::text_or_object, Null::refused},
    {"tools", Kind::array, Null::refused},
    {"top_logprobs", Kind::integer, Null::allowed, Range{0, 20}},
    {"top_p", Kind::number, Null::allowed, Range{0, 1}},
    {"truncation", Kind::text},
    {"user", Kind::text, Null::refused},
}};
constexpr MemberRules rules{
    .unknown = "responses.field.unknown", .type = "responses.field.type", .range = "responses.field.range"};
constexpr std::array<std::string_view, 7> tiers{"auto", "default", "flex", "scale", "priority", "fast", "ultrafast"};
constexpr std::array<std::string_view, 2> truncations{"auto", "disabled"};

void check_tool(Json const& tool, std::string const& pointer, FindingList& findings) {
  Json const* const type = member(tool, "type");
  if (type == nullptr || !type->is_string()) {
    return findings.add("responses.tools.shape", json_text::child(pointer, "type"), "a tool must say its \"type\"");
  }
  if (*type != "function") return;
  Json const* const name = member(tool, "name");
  if (name == nullptr || !is_provider_name(*name)) {
    findings.add("responses.tools.name", json_text::child(pointer, "name"),
                 "a function must have a name of 1 to 64 letters, digits, \"_\" or \"-\", beside its type");
  }
  Json const* const parameters = member(tool, "parameters");
  Json const* const strict = member(tool, "strict");
  if (parameters == nullptr || parameters->is_null()) return;
  schema_rules::check("responses.tools.schema", *parameters, json_text::child(pointer, "parameters"),
                      schema_rules::Arrays::with_items, findings);
  if (!parameters->is_object() || strict == nullptr || *strict != true) return;
  strict_schema::check("responses.tools.strict", *parameters, json_text::child(pointer, "parameters"), findings);
}

void check_tools(Json const& body, FindingList& findings) {
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
}

/// Whether a tool of that object, or of a namespace among its tools, has the name.
bool is_offered(Json const& owner, Json const& name) {
  Json const* const tools = member(owner, "tools");
  if (tools == nullptr || !tools->is_array()) return false;
  return std::any_of(tools->begin(), tools->end(), [&](Json const& tool) {
    Json const* const offered = member(tool, "name");
    return (offered != nullptr && *offered == name) || is_offered(tool, name);
  });
}

void check_choice(Json const& body, FindingList& findings) {
  constexpr std::string_view rule = "responses.tool-choice";
  Json const* const choice = member(body, "tool_choice");
  if (choice == nullptr || *choice == "none" || *choice == "auto" || *choice == "required") return;
  Json const* const type = member(*choice, "type");
  if (type == nullptr || !type->is_string()) {
    return findings.add(rule, "/tool_choice",
                        "\"tool_choice\" must be none, auto, required, or an object that says its type");
  }
  // A stored prompt can bring tools that the request does not show.
  if (*type != "function" || is_set(body, "prompt")) return;
  Json const* const name = member(*choice, "name");
  if (name != nullptr && is_offered(body, *name)) return;
  findings.add(rule, "/tool_choice/name", "\"name\" must be that of a function of \"tools\", beside the type");
}

/// A stored prompt brings its own model and input, a conversation that goes on its input.
std::vector<std::string_view> required_in(Json const& body) {
  bool const has_prompt = is_set(body, "prompt");
  std::vector<std::string_view> required;
  if (!has_prompt) required.emplace_back("model");
  bool const has_input = has_prompt || is_set(body, "previous_response_id") || is_set(body, "conversation");
  if (!has_input) required.emplace_back("input");
  return required;
}

void check_needs(Json const& body, FindingList& findings) {
  Json const* const stream = member(body, "stream");
  bool const streams = stream != nullptr && *stream == true;
  if (!is_set(body, "stream_options") || streams) return;
  findings.add("responses.field.needs", "/stream_options", "\"stream_options\" is allowed only with \"stream\": true");
}

void check_format(Json const& body, FindingList& findings) {
  Json const* const text = member(body, "text");
  Json const* const format = text == nullptr ? nullptr : member(*text, "format");
  if (format == nullptr) return;
  Json const* const type = member(*format, "type");
  if (type != nullptr && (*type == "text" || *type == "json_object")) return;
  Json const* const name = member(*format, "name");
  Json const* const schema = member(*format, "schema");
  bool const is_schema = type != nullptr && *type == "json_schema" && name != nullptr && is_provider_name(*name) &&
                         schema != nullptr && schema->is_object();
  if (!is_schema) {
    return findings.add("responses.text.format", "/text/format",
                        "the format must be text, json_object, or json_schema with name and schema beside its type");
  }
  schema_rules::check("responses.text.schema", *schema, "/text/format/schema", schema_rules::Arrays::with_items,
                      findings);
  Json const* const strict = member(*format, "strict");
  if (strict == nullptr || *strict != true) return;
  strict_schema::check("responses.text.strict", *schema, "/text/format/schema", findings);
}

}  // namespace
}  // namespace responses_checks

std::vector<Finding> check_responses(Headers const& headers, Json const& body) {
  FindingList findings;
  std::vector<std::string_view> const required = responses_checks::required_in(body);
  if (!request_frame::check("responses", headers, body, required, findings)) return findings.take();
  check_members(body, responses_checks::members, responses_checks::rules, "a Responses request", findings);
  findings.one_of_if_there("responses.field.value", body, "", "service_tier", responses_checks::tiers);
  findings.one_of_if_there("responses.field.value", body, "", "truncation", responses_checks::truncations);
  responses_checks::check_needs(body, findings);
  metadata_rules::check("responses.metadata", body, findings);
  responses_items::check(body, findings);
  responses_checks::check_choice(body, findings);
  responses_checks::check_tools(body, findings);
  responses_checks::check_format(body, findings);
  return findings.take();
}

}  // namespace mock_provider::request_check
