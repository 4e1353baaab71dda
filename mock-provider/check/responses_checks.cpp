#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::request_check {
namespace responses_checks {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr std::array<KnownMember, 27> members{{
    {"model", Kind::text, Null::refused},
    {"input", Kind::text_or_array, Null::refused},
    {"background", Kind::boolean},
    {"conversation", Kind::text_or_object},
    {"include", Kind::array},
    {"instructions", Kind::text_or_array},
    {"max_output_tokens", Kind::integer, Null::allowed, Range{16, unbounded}},
    {"max_tool_calls", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"metadata", Kind::object},
    {"parallel_tool_calls", Kind::boolean},
    {"previous_response_id", Kind::text},
    {"prompt", Kind::object},
    {"prompt_cache_key", Kind::text, Null::refused},
    {"reasoning", Kind::object},
    {"safety_identifier", Kind::text, Null::refused},
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
constexpr std::array<std::string_view, 4> roles{"user", "assistant", "system", "developer"};
constexpr std::array<std::string_view, 6> part_types{"input_text",  "input_image", "input_file",
                                                     "input_audio", "output_text", "refusal"};

bool is_one_of(Json const* value, std::span<std::string_view const> known) {
  return value != nullptr &&
         std::any_of(known.begin(), known.end(), [&](std::string_view one) { return *value == one; });
}

void check_message(Json const& item, std::string const& pointer, FindingList& findings) {
  if (!is_one_of(member(item, "role"), roles)) {
    findings.add("responses.item.role", json_text::child(pointer, "role"),
                 fmt::format("\"role\" must be one of {}", fmt::join(roles, ", ")));
  }
  Json const* const content = member(item, "content");
  std::string const at = json_text::child(pointer, "content");
  if (content == nullptr || (!content->is_string() && !content->is_array())) {
    return findings.add("responses.item.content", at, "\"content\" must be a string or an array of parts");
  }
  if (!content->is_array()) return;
  for (std::size_t index = 0; index < content->size(); ++index) {
    if (is_one_of(member((*content)[index], "type"), part_types)) continue;
    findings.add("responses.part.type", json_text::child(json_text::child(at, index), "type"),
                 fmt::format("\"type\" must be one of {}", fmt::join(part_types, ", ")));
  }
}

/// Reads the items from the front, so that an output can be held against the calls before it.
class ItemCheck {
 public:
  explicit ItemCheck(FindingList& findings) : findings_(findings) {}

  void check(Json const& item, std::string const& pointer) {
    Json const* const type = member(item, "type");
    if (type == nullptr || *type == "message") return check_message(item, pointer, findings_);
    if (*type == "function_call") check_call(item, pointer);
    if (*type == "function_call_output") check_output(item, pointer);
  }

 private:
  FindingList& findings_;
  std::set<std::string> calls_;

  void check_call(Json const& item, std::string const& pointer) {
    for (std::string_view const name : {"call_id", "name", "arguments"}) {
      findings_.require_text("responses.call.shape", item, pointer, name);
    }
    Json const* const id = member(item, "call_id");
    if (id != nullptr && id->is_string()) calls_.insert(id->get<std::string>());
  }

  void check_output(Json const& item, std::string const& pointer) {
    Json const* const output = member(item, "output");
    if (output == nullptr || (!output->is_string() && !output->is_array())) {
      findings_.add("responses.call.shape", json_text::child(pointer, "output"),
                    "\"output\" must be a string or an array of parts");
    }
    Json const* const id = member(item, "call_id");
    if (id != nullptr && id->is_string() && calls_.contains(id->get<std::string>())) return;
    findings_.add("responses.call-output.known", json_text::child(pointer, "call_id"),
                  "\"call_id\" must be that of a function call before it");
  }
};

void check_input(Json const& body, FindingList& findings) {
  Json const* const input = member(body, "input");
  if (input == nullptr || !input->is_array()) return;
  ItemCheck items(findings);
  for (std::size_t index = 0; index < input->size(); ++index) {
    items.check((*input)[index], json_text::child("/input", index));
  }
}

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
  if (parameters == nullptr || !parameters->is_object() || strict == nullptr || *strict != true) return;
  strict_schema::check("responses.tools.strict", *parameters, json_text::child(pointer, "parameters"), findings);
}

void check_tools(Json const& body, FindingList& findings) {
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
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
  Json const* const strict = member(*format, "strict");
  if (strict == nullptr || *strict != true) return;
  strict_schema::check("responses.text.strict", *schema, "/text/format/schema", findings);
}

}  // namespace
}  // namespace responses_checks

std::vector<Finding> check_responses(Headers const& headers, Json const& body) {
  constexpr std::array<std::string_view, 2> required{"model", "input"};
  FindingList findings;
  if (!request_frame::check("responses", headers, body, required, findings)) return findings.take();
  check_members(body, responses_checks::members, responses_checks::rules, "a Responses request", findings);
  responses_checks::check_input(body, findings);
  responses_checks::check_tools(body, findings);
  responses_checks::check_format(body, findings);
  return findings.take();
}

}  // namespace mock_provider::request_check
