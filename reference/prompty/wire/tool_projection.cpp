#include "prompty/wire/tool_projection.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/wire/schema.hpp"

namespace prompty::wire {
namespace {

Json without_bound(Json parameters, Json const& bindings) {
  for (auto const& [bound, value] : bindings.items()) parameters["properties"].erase(bound);
  if (!parameters.contains("required")) return parameters;

  Json const& required = parameters["required"];
  Json kept = Json::array();
  std::copy_if(required.begin(), required.end(), std::back_inserter(kept),
               [&](Json const& name) { return !bindings.contains(name.get<std::string>()); });
  // stripping must not leave an empty list behind.
  if (kept.empty()) {
    parameters.erase("required");
  } else {
    parameters["required"] = std::move(kept);
  }
  return parameters;
}

Json function_definition(Tool const& tool, FunctionTool const& function) {
  Json definition{{"name", tool.name}};
  // no key rather than an empty or null one.
  if (tool.description && !tool.description->empty()) definition["description"] = *tool.description;
  definition["parameters"] = without_bound(schema_to_wire(function.parameters), tool.bindings);
  if (function.strict.value_or(false)) {
    definition["strict"] = true;
    definition["parameters"]["additionalProperties"] = false;
  }
  return definition;
}

}  // namespace

Json tools_to_wire(std::vector<Tool> const& tools) {
  Json definitions = Json::array();
  for (Tool const& tool : tools) {
    FunctionTool const* const function = std::get_if<FunctionTool>(&tool.details);
    if (function == nullptr) throw errors::tool_kind_not_offered(tool.name, kind_of(tool));
    definitions.push_back(Json{{"type", "function"}, {"function", function_definition(tool, *function)}});
  }
  return definitions;
}

}  // namespace prompty::wire
