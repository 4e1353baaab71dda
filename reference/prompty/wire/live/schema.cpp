#include "prompty/wire/live/schema.hpp"

#include <algorithm>
#include <variant>

#include "prompty/wire/tool_projection.hpp"

namespace prompty::live {
namespace {

/// what it holds is not known, and a strict schema would have to say it.
bool is_open_structure(Property const& property) {
  return property.kind == "array" || property.kind == "object";
}

/// the provider insists on `items`.
void allow_any_items(Json& schema) {
  if (!schema.is_object() || !schema.contains("properties") || !schema["properties"].is_object()) return;
  for (Json& property : schema["properties"]) {
    bool const is_array = property.is_object() && property.contains("type") && property["type"] == "array";
    if (is_array && !property.contains("items")) property["items"] = Json::object();
  }
}

void allow_null(Json& property) {
  property["type"] = Json::array({property["type"], "null"});
  if (property.contains("enum")) property["enum"].push_back(nullptr);
}

/// those that were optional may be null instead.
void require_every_property(Json& schema) {
  Json const required = schema.value("required", Json::array());
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    names.push_back(name);
    if (std::find(required.begin(), required.end(), Json(name)) == required.end()) allow_null(property);
  }
  if (!names.empty()) schema["required"] = std::move(names);
}

///
void drop_refused_strictness(Tool& tool) {
  FunctionTool* const function = std::get_if<FunctionTool>(&tool.details);
  if (function == nullptr) return;
  bool const is_refused = std::any_of(
      function->parameters.begin(), function->parameters.end(),
      [&](Property const& property) { return is_open_structure(property) && !tool.bindings.contains(property.name); });
  if (is_refused) function->strict.reset();
}

}  // namespace

Json tools_to_wire(std::vector<Tool> const& tools) {
  std::vector<Tool> taken = tools;
  for (Tool& tool : taken) drop_refused_strictness(tool);
  Json definitions = wire::tools_to_wire(taken);
  for (Json& definition : definitions) {
    Json& function = definition["function"];
    allow_any_items(function["parameters"]);
    if (function.contains("strict")) require_every_property(function["parameters"]);
  }
  return definitions;
}

void amend_output_format(Json& format, std::vector<Property> const& outputs) {
  allow_any_items(format["schema"]);
  require_every_property(format["schema"]);
  if (std::any_of(outputs.begin(), outputs.end(), is_open_structure)) format["strict"] = false;
}

}  // namespace prompty::live
