#include "prompty/pipeline/custom_tools.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "prompty/pipeline/errors.hpp"

namespace prompty {
namespace custom_tools {
namespace {

std::vector<ToolDefinition> offered_by(Tool const& tool, CustomTool const& custom, PromptyAgent const& agent,
                                       ToolRegistry const& tools) {
  std::shared_ptr<ToolHandler const> const handler = tools.names.find(tool.name);
  if (handler != nullptr && handler->parameters) {
    return {{.name = tool.name, .description = tool.description, .parameters = *handler->parameters}};
  }
  std::shared_ptr<ToolDiscovery const> discovery = tools.discoveries.find(custom.kind);
  if (discovery == nullptr) discovery = tools.discoveries.find("*");
  if (discovery == nullptr) throw errors::custom_tool_without_parameters(tool.name);
  return (*discovery)(tool, agent);
}

}  // namespace
}  // namespace custom_tools

PromptyAgent with_custom_tools(PromptyAgent agent, ToolRegistry const& tools) {
  for (Tool& tool : agent.tools) {
    CustomTool const* const custom = std::get_if<CustomTool>(&tool.details);
    if (custom == nullptr || tool.offered) continue;
    tool.offered = custom_tools::offered_by(tool, *custom, agent, tools);
  }
  return agent;
}

}  // namespace prompty
