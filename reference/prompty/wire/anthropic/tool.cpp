#include "prompty/wire/anthropic/tool.hpp"

#include <utility>
#include <variant>

#include "prompty/wire/tool_projection.hpp"

namespace prompty::anthropic {
namespace {

Json tool_to_wire(Tool tool) {
  // P7.5-16: strictness would leave its mark in the schema.
  std::get<FunctionTool>(tool.details).strict.reset();
  // P7.5-17: through the conversion for chat, which takes bound parameters out.
  Json definition = wire::tools_to_wire({std::move(tool)}).front()["function"];
  Json wire{{"name", std::move(definition["name"])}};
  if (definition.contains("description")) wire["description"] = std::move(definition["description"]);
  wire["input_schema"] = std::move(definition["parameters"]);
  return wire;
}

}  // namespace

Json tools_to_wire(std::vector<Tool> const& tools) {
  Json wires = Json::array();
  for (Tool const& tool : tools) {
    // P7.5-14: what tools of other kinds were found to offer stays behind.
    if (std::holds_alternative<FunctionTool>(tool.details)) wires.push_back(tool_to_wire(tool));
  }
  return wires;
}

}  // namespace prompty::anthropic
