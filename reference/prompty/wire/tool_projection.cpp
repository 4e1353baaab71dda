#include "prompty/wire/tool_projection.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "prompty/wire/errors.hpp"
#include "prompty/wire/schema.hpp"

namespace prompty::wire {
namespace {

/// The schema as the model may see it (P2.9.1-03). Bound values never were in it, and without the names nothing is left
/// of a binding (P2.9.1-02).
Json without_bound(Json parameters, Json const& bindings) {
  if (bindings.empty()) return parameters;
  if (parameters.contains("properties")) {
    // P7.1.3-12: the host supplies the value, so the model does not learn of the parameter.
    for (auto const& [bound, value] : bindings.items()) parameters["properties"].erase(bound);
  }
  if (!parameters.contains("required")) return parameters;

  Json const& required = parameters["required"];
  // P7.1.3-13: a bound parameter that was optional is not listed here, which is no error.
  Json kept = Json::array();
  std::copy_if(required.begin(), required.end(), std::back_inserter(kept),
               [&](Json const& name) { return !name.is_string() || !bindings.contains(name.get<std::string>()); });
  // stripping must not leave an empty list behind, but an empty one that was found stays.
  if (kept.empty() && !required.empty()) {
    parameters.erase("required");
  } else {
    parameters["required"] = std::move(kept);
  }
  return parameters;
}

bool is_strict(Tool const& tool) {
  FunctionTool const* const function = std::get_if<FunctionTool>(&tool.details);
  return function != nullptr && function->strict.value_or(false);
}

bool is_allowed(Tool const& tool, ToolDefinition const& definition) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  // P7.1.3-09, A-144: an empty list filters nothing.
  if (mcp == nullptr || mcp->allowed_tools.empty()) return true;
  // P7.1.3-08: the list names functions of the server; what is not in it is kept from the model.
  return std::find(mcp->allowed_tools.begin(), mcp->allowed_tools.end(), definition.name) != mcp->allowed_tools.end();
}

std::vector<ToolDefinition> definitions_of(Tool const& tool) {
  if (FunctionTool const* const function = std::get_if<FunctionTool>(&tool.details)) {
    // P7.1.3-03: the file says all there is to know, so that no server is needed.
    return {{.name = tool.name, .description = tool.description, .parameters = schema_to_wire(function->parameters)}};
  }
  // P7.1.3-01: a tool of which nothing was found out is an error, since leaving it out would go unnoticed.
  if (!tool.offered) throw errors::tool_kind_not_offered(tool.name, kind_of(tool));
  std::vector<ToolDefinition> allowed;
  std::copy_if(tool.offered->begin(), tool.offered->end(), std::back_inserter(allowed),
               [&](ToolDefinition const& definition) { return is_allowed(tool, definition); });
  return allowed;
}

Json function_to_wire(ToolDefinition definition, Tool const& tool) {
  Json function = Json::object();
  function["name"] = std::move(definition.name);
  // P2.9-05: the model chooses by it. A-069: no key rather than an empty or null one.
  if (definition.description && !definition.description->empty()) function["description"] = *definition.description;
  // P2.9.1-07, P7.1.3-14: all formats, and all requests of a turn, take their definitions from here, whatever the tool.
  function["parameters"] = without_bound(std::move(definition.parameters), tool.bindings);
  // P7.1.3-18: `strict: false` is left out like a missing one.
  if (is_strict(tool)) {
    // P7.1.3-15, P7.1.3-17: a member of the function; the schema of its parameters does not repeat it.
    function["strict"] = true;
    close_schema(function["parameters"]);
  }
  return function;
}

}  // namespace

Json tools_to_wire(std::vector<Tool> const& tools) {
  Json wire_tools = nullptr;
  std::set<std::string> names;
  // P7.1.3-19: in the order of the tools, and within each tool in that of its functions.
  for (Tool const& tool : tools) {
    for (ToolDefinition& definition : definitions_of(tool)) {
      if (!names.insert(definition.name).second) throw errors::function_offered_twice(definition.name, tool.name);
      Json offered = Json::object();
      // P7.1.3-02: `type` alone stands outside of `function`; Responses and Anthropic want it flat.
      offered["type"] = "function";
      offered["function"] = function_to_wire(std::move(definition), tool);
      wire_tools.push_back(std::move(offered));
    }
  }
  return wire_tools;
}

}  // namespace prompty::wire
