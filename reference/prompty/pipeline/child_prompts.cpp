#include "prompty/pipeline/child_prompts.hpp"

#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/load/file_boundary.hpp"
#include "prompty/load/load.hpp"
#include "prompty/wire/schema.hpp"

namespace prompty {
namespace child_prompts {
namespace {

std::filesystem::path folder_of(PromptyAgent const& agent) {
  std::filesystem::path const folder =
      agent.origin ? std::filesystem::path(agent.origin->file).parent_path() : std::filesystem::path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

PromptyAgent loaded_child(Tool const& tool, PromptyTool const& prompty, std::filesystem::path const& folder,
                          Environment const& environment) {
  if (!prompty.path || prompty.path->empty()) throw errors::child_prompt_without_path(tool.name);
  std::optional<std::filesystem::path> const path = file_boundary::locate(*prompty.path, folder, {});
  if (!path) throw errors::child_prompt_outside(tool.name, *prompty.path);
  return load(*path, {.environment = environment});
}

ToolDefinition definition_of(Tool const& tool, PromptyAgent const& child) {
  bool const described = tool.description && !tool.description->empty();
  return {.name = tool.name,
          .description = described ? tool.description : child.description,
          .parameters = wire::schema_to_wire(child.inputs)};
}

}  // namespace
}  // namespace child_prompts

PromptyAgent with_child_prompts(PromptyAgent agent, Environment const& environment) {
  std::filesystem::path const folder = child_prompts::folder_of(agent);
  for (Tool& tool : agent.tools) {
    PromptyTool const* const prompty = std::get_if<PromptyTool>(&tool.details);
    if (prompty == nullptr || tool.offered) continue;
    PromptyAgent const child = child_prompts::loaded_child(tool, *prompty, folder, environment);
    tool.offered = std::vector<ToolDefinition>{child_prompts::definition_of(tool, child)};
  }
  return agent;
}

}  // namespace prompty
