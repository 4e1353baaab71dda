#include "mock-provider/check/tool_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "mock-provider/check/schema_rules.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::tool_rules {
namespace {

constexpr std::string_view shape = "chat.tools.shape";
constexpr std::string_view choice_rule = "chat.tool-choice";
constexpr std::array<std::string_view, 2> function_tool_members{"type", "function"};
constexpr std::array<std::string_view, 2> custom_tool_members{"type", "custom"};
constexpr std::array<std::string_view, 4> function_members{"name", "description", "parameters", "strict"};
constexpr std::array<std::string_view, 3> custom_members{"name", "description", "format"};

/// What functions and custom tools have in common.
void check_named(Json const& tool, std::string const& pointer, FindingList& findings) {
  findings.text_if_there(shape, tool, pointer, "description");
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
  for (std::size_t index = 0; index < tools->size(); ++index) {
    check_tool((*tools)[index], json_text::child("/tools", index), findings);
  }
}

}  // namespace mock_provider::tool_rules
