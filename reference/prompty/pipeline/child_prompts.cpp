#include "prompty/pipeline/child_prompts.hpp"

#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include "prompty/load/file_boundary.hpp"
#include "prompty/load/load.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/wire/schema.hpp"

namespace prompty {
namespace child_prompts {
namespace {

std::filesystem::path folder_of(PromptyAgent const& agent) {
  std::filesystem::path const folder =
      agent.origin ? std::filesystem::path(agent.origin->file).parent_path() : std::filesystem::path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

std::vector<std::filesystem::path> more_folders(PromptyAgent const& agent) {
  if (!agent.origin || agent.origin->outermost_folder.empty()) return {};
  return {agent.origin->outermost_folder};
}

ToolDefinition definition_of(Tool const& tool, PromptyAgent const& child) {
  bool const described = tool.description && !tool.description->empty();
  return {.name = tool.name,
          .description = described ? tool.description : child.description,
          .parameters = wire::schema_to_wire(child.inputs)};
}

}  // namespace
}  // namespace child_prompts

std::filesystem::path child_path(Tool const& tool, PromptyAgent const& agent) {
  PromptyTool const* const prompty = std::get_if<PromptyTool>(&tool.details);
  if (prompty == nullptr) throw errors::not_a_prompty_tool(tool.name, kind_of(tool));
  if (!prompty->path || prompty->path->empty()) throw errors::child_prompt_without_path(tool.name);
  // P2.9.2-02: seen from the declaring file, so that a prompt works wherever the process was started.
  std::optional<std::filesystem::path> const path =
      file_boundary::locate(*prompty->path, child_prompts::folder_of(agent), child_prompts::more_folders(agent));
  if (!path) throw errors::child_prompt_outside(tool.name, *prompty->path);
  return *path;
}

PromptyAgent with_child_prompts(PromptyAgent agent, Environment const& environment,
                                std::shared_ptr<Secrets> const& secrets) {
  for (Tool& tool : agent.tools) {
    if (!std::holds_alternative<PromptyTool>(tool.details) || tool.offered) continue;
    PromptyAgent const child = load(child_path(tool, agent), {.environment = environment, .secrets = secrets});
    // P2.9.2-01: to the model the other file is a function like any other.
    tool.offered = std::vector<ToolDefinition>{child_prompts::definition_of(tool, child)};
  }
  return agent;
}

}  // namespace prompty
