#include "mock-provider/check/messages_tools.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::messages_tools {
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
