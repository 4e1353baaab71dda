#include "mock-provider/check/tool_rules.hpp"

#include <fmt/core.h>

#include <array>

#include "mock-provider/check/schema_rules.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::tool_rules {
namespace {

constexpr std::string_view shape = "chat.tools.shape";
constexpr std::array<std::string_view, 2> tool_members{"type", "function"};
constexpr std::array<std::string_view, 4> function_members{"name", "description", "parameters", "strict"};

void check_function(Json const& function, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, function, pointer, function_members);
  findings.text_if_there(shape, function, pointer, "description");
  Json const* const name = member(function, "name");
  if (name == nullptr || !is_provider_name(*name)) {
    findings.add("chat.tools.name", json_text::child(pointer, "name"),
                 "a function must have a name of 1 to 64 letters, digits, \"_\" or \"-\"");
  }
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

void check_tool(Json const& tool, std::string const& pointer, FindingList& findings) {
  if (!tool.is_object() || member(tool, "type") == nullptr || *member(tool, "type") != "function") {
    return findings.add(shape, json_text::child(pointer, "type"), "a tool must be an object of type \"function\"");
  }
  findings.admit_only(shape, tool, pointer, tool_members);
  Json const* const function = member(tool, "function");
  std::string const at = json_text::child(pointer, "function");
  if (function == nullptr || !function->is_object()) {
    return findings.add(shape, at, "a tool must have the object \"function\" with name and parameters");
  }
  check_function(*function, at, findings);
}

bool is_offered(Json const& body, Json const& name) {
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return false;
  for (Json const& tool : *tools) {
    Json const* const function = member(tool, "function");
    Json const* const offered = function == nullptr ? nullptr : member(*function, "name");
    if (offered != nullptr && *offered == name) return true;
  }
  return false;
}

void check_choice(Json const& body, FindingList& findings) {
  constexpr std::string_view rule = "chat.tool-choice";
  Json const* const choice = member(body, "tool_choice");
  if (choice == nullptr || *choice == "none" || *choice == "auto" || *choice == "required") return;
  Json const* const type = member(*choice, "type");
  Json const* const function = member(*choice, "function");
  Json const* const name = function == nullptr ? nullptr : member(*function, "name");
  if (type == nullptr || *type != "function" || name == nullptr || !name->is_string()) {
    return findings.add(rule, "/tool_choice",
                        "\"tool_choice\" must be none, auto, required, or {\"type\": \"function\", \"function\": "
                        "{\"name\": …}}");
  }
  if (is_offered(body, *name)) return;
  findings.add(rule, "/tool_choice/function/name",
               fmt::format("{} is no function of \"tools\"", json_text::excerpt(*name, 60)));
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  check_choice(body, findings);
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  if (tools->empty()) return findings.add(shape, "/tools", "\"tools\" must not be empty: leave it out instead");
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
}

}  // namespace mock_provider::tool_rules
