#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/check/chat_messages.hpp"
#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/model_rules.hpp"
#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::responses_items {

/// Holds the `input` of a Responses request against the provider's rules: roles, contents and their parts, calls and
/// the outputs that answer them.
void check(Json const& body, FindingList& findings);

namespace {

constexpr std::array<std::string_view, 4> roles{"user", "assistant", "system", "developer"};
constexpr std::array<std::string_view, 6> part_types{"input_text",  "input_image", "input_file",
                                                     "input_audio", "output_text", "refusal"};

bool is_one_of(Json const* value, std::span<std::string_view const> known) {
  return value != nullptr &&
         std::any_of(known.begin(), known.end(), [&](std::string_view one) { return *value == one; });
}

bool has_text(Json const& part, std::string_view name) {
  Json const* const value = member(part, name);
  return value != nullptr && value->is_string();
}

void check_image(Json const& part, std::string const& pointer, FindingList& findings) {
  bool const has_address = has_text(part, "image_url");
  if (!has_address && !has_text(part, "file_id")) {
    return findings.add("responses.part.shape", pointer,
                        "an image must have \"image_url\", an address as text, or \"file_id\"");
  }
  if (!has_address || part_rules::is_image_address(part.at("image_url").get_ref<std::string const&>())) return;
  findings.add("responses.part.address", json_text::child(pointer, "image_url"),
               "\"image_url\" must be a data URL or an address on the web");
}

void check_part(Json const& part, std::string const& pointer, FindingList& findings) {
  constexpr std::string_view shape = "responses.part.shape";
  Json const* const type = member(part, "type");
  if (!is_one_of(type, part_types)) {
    return findings.add("responses.part.type", json_text::child(pointer, "type"),
                        fmt::format("\"type\" must be one of {}", fmt::join(part_types, ", ")));
  }
  if (*type == "input_text" || *type == "output_text") findings.require_text(shape, part, pointer, "text");
  if (*type == "refusal") findings.require_text(shape, part, pointer, "refusal");
  if (*type == "input_image") check_image(part, pointer, findings);
  if (*type == "input_file" && !has_text(part, "file_data") && !has_text(part, "file_id") &&
      !has_text(part, "file_url")) {
    findings.add(shape, pointer, "a file must have \"file_data\", \"file_id\" or \"file_url\"");
  }
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
    check_part((*content)[index], json_text::child(at, index), findings);
  }
}

bool continues(Json const& body) {
  return is_set(body, "previous_response_id") || is_set(body, "conversation");
}

/// Whether it stands for an item of an earlier response.
bool is_reference(Json const& item) {
  if (is_set(item, "type")) return *member(item, "type") == "item_reference";
  return member(item, "id") != nullptr && member(item, "role") == nullptr;
}

/// Reads the items from the front, so that an output can be held against the calls before it.
class ItemCheck {
 public:
  ItemCheck(Json const& body, FindingList& findings) : continues_(continues(body)), findings_(findings) {}

  void check(Json const& item, std::string const& pointer) {
    static_cast<void>(check_own(item, "id", pointer, item_ids_, "responses.item.unique"));
    Json const* const type = member(item, "type");
    if (is_reference(item)) {
      continues_ = true;
      return;
    }
    if (type == nullptr || *type == "message") return check_message(item, pointer, findings_);
    if (*type == "function_call") check_call(item, pointer);
    if (*type == "custom_tool_call") open(item, pointer);
    if (*type == "function_call_output") check_output(item, pointer);
    if (*type == "custom_tool_call_output") close(item, pointer);
  }

  void close() {
    for (auto const& [id, pointer] : open_) {
      findings_.add("responses.call-output.complete", pointer, fmt::format("no output of the tool answers {}", id));
    }
  }

 private:
  bool continues_;  ///< an earlier response may have the calls
  FindingList& findings_;
  std::set<std::string> item_ids_;
  std::set<std::string> calls_;
  std::map<std::string, std::string> open_;  ///< from the id of a call that has no output yet to where it stands

  /// Whether the item has a text under that name that no item before it has; a finding when one has it.
  bool check_own(Json const& item, std::string_view name, std::string const& pointer, std::set<std::string>& seen,
                 std::string_view rule) {
    Json const* const id = member(item, name);
    if (id == nullptr || !id->is_string()) return false;
    if (seen.insert(id->get<std::string>()).second) return true;
    findings_.add(rule, json_text::child(pointer, name),
                  fmt::format("an earlier item has the \"{}\" {} already: send each item once", name,
                              json_text::excerpt(*id, 60)));
    return false;
  }

  void check_call(Json const& item, std::string const& pointer) {
    for (std::string_view const name : {"call_id", "name", "arguments"}) {
      findings_.require_text("responses.call.shape", item, pointer, name);
    }
    open(item, pointer);
  }

  void open(Json const& item, std::string const& pointer) {
    if (!check_own(item, "call_id", pointer, calls_, "responses.call.unique")) return;
    open_.emplace(member(item, "call_id")->get<std::string>(), pointer);
  }

  void check_output(Json const& item, std::string const& pointer) {
    Json const* const output = member(item, "output");
    if (output == nullptr || (!output->is_string() && !output->is_array())) {
      findings_.add("responses.call.shape", json_text::child(pointer, "output"),
                    "\"output\" must be a string or an array of parts");
    }
    close(item, pointer);
  }

  void close(Json const& item, std::string const& pointer) {
    Json const* const id = member(item, "call_id");
    if (id == nullptr || id->is_null()) return;
    if (id->is_string()) open_.erase(id->get<std::string>());
    if (continues_ || (id->is_string() && calls_.contains(id->get<std::string>()))) return;
    findings_.add("responses.call-output.known", json_text::child(pointer, "call_id"),
                  "\"call_id\" must be that of a call before it");
  }
};

}  // namespace

void check(Json const& body, FindingList& findings) {
  Json const* const input = member(body, "input");
  if (input == nullptr || !input->is_array()) return;
  ItemCheck items(body, findings);
  for (std::size_t index = 0; index < input->size(); ++index) {
    items.check((*input)[index], json_text::child("/input", index));
  }
  items.close();
}

}  // namespace mock_provider::responses_items

namespace mock_provider::request_check {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr std::array<KnownMember, 35> members{{
    {"model", Kind::text, Null::refused},
    {"input", Kind::text_or_array, Null::refused},
    {"access_programs", Kind::object, Null::refused},
    {"background", Kind::boolean},
    {"background_options", Kind::object},
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
/// What goes into the number of tokens.
constexpr std::array<KnownMember, 12> counted{{
    {"model", Kind::text},
    {"input", Kind::text_or_array},
    {"conversation", Kind::text_or_object},
    {"instructions", Kind::text},
    {"parallel_tool_calls", Kind::boolean},
    {"personality", Kind::text},
    {"previous_response_id", Kind::text},
    {"reasoning", Kind::object},
    {"text", Kind::object},
    {"tool_choice", Kind::text_or_object},
    {"tools", Kind::array},
    {"truncation", Kind::text},
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
  if (choice == nullptr || choice->is_null() || *choice == "none" || *choice == "auto" || *choice == "required") return;
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

/// Instructions do not count; what an earlier response, a conversation or a stored prompt says is not known here.
void check_word(Json const& body, FindingList& findings) {
  bool const has_more = is_set(body, "previous_response_id") || is_set(body, "conversation") || is_set(body, "prompt");
  Json const* const input = member(body, "input");
  if (has_more || input == nullptr || mentions_json(*input)) return;
  findings.add("responses.text.word", "/input",
               "Response input messages must contain the word 'json' in some form to use 'text.format' of type "
               "'json_object'.");
}

void check_format(Json const& body, FindingList& findings) {
  Json const* const text = member(body, "text");
  Json const* const format = text == nullptr ? nullptr : member(*text, "format");
  if (format == nullptr) return;
  Json const* const type = member(*format, "type");
  if (type != nullptr && *type == "text") return;
  if (type != nullptr && *type == "json_object") return check_word(body, findings);
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

std::vector<Finding> check_input_tokens(Headers const& headers, Json const& body) {
  FindingList findings;
  if (!request_frame::check("responses", headers, body, {}, findings)) return findings.take();
  check_members(body, counted, rules, "a request for the number of tokens", findings);
  findings.one_of_if_there("responses.field.value", body, "", "truncation", truncations);
  responses_items::check(body, findings);
  check_choice(body, findings);
  check_tools(body, findings);
  check_format(body, findings);
  return findings.take();
}

std::vector<Finding> check_responses(Headers const& headers, Json const& body) {
  FindingList findings;
  std::vector<std::string_view> const required = required_in(body);
  if (!request_frame::check("responses", headers, body, required, findings)) return findings.take();
  check_members(body, members, rules, "a Responses request", findings);
  findings.one_of_if_there("responses.field.value", body, "", "service_tier", tiers);
  findings.one_of_if_there("responses.field.value", body, "", "truncation", truncations);
  check_needs(body, findings);
  model_rules::check_responses(body, findings);
  metadata_rules::check("responses.metadata", body, findings);
  responses_items::check(body, findings);
  check_choice(body, findings);
  check_tools(body, findings);
  check_format(body, findings);
  return findings.take();
}

}  // namespace mock_provider::request_check
