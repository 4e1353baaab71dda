#include "prompty/pipeline/offered_tools.hpp"

#include "prompty/agent/dispatch.hpp"
#include "prompty/agent/events.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/load.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty {
namespace {

// OpenAI's limit.
constexpr std::size_t most_functions = 128;
constexpr std::size_t most_told = 5;

/// The first warnings, and how many more there are.
std::vector<std::string> shortened(std::vector<std::string> warnings) {
  if (warnings.size() <= most_told) return warnings;
  std::string rest = fmt::format("{} more are not offered", warnings.size() - most_told);
  warnings.resize(most_told);
  warnings.push_back(std::move(rest));
  return warnings;
}

ToolDefinition definition_with(Tool const& tool, Json const& parameters) {
  return {.name = tool.name, .description = tool.description, .parameters = parameters};
}

std::vector<ToolDefinition> offered_by(Tool const& tool, CustomTool const& custom, PromptyAgent const& agent,
                                       ToolRegistry const& tools) {
  std::shared_ptr<ToolHandler const> const handler = tools.names.find(tool.name);
  if (handler != nullptr && handler->parameters) return {definition_with(tool, *handler->parameters)};
  std::shared_ptr<ToolDiscovery const> discovery = tools.discoveries.find(custom.kind);
  if (discovery == nullptr) discovery = tools.discoveries.find("*");
  if (discovery == nullptr) throw errors::custom_tool_without_parameters(tool.name);
  return (*discovery)(tool, agent).functions;
}

}  // namespace

std::filesystem::path child_path(Tool const& tool, PromptyAgent const& agent) {
  PromptyTool const* const prompty = std::get_if<PromptyTool>(&tool.details);
  if (prompty == nullptr) throw errors::not_a_prompty_tool(tool.name, kind_of(tool));
  if (!prompty->path || prompty->path->empty()) throw errors::child_prompt_without_path(tool.name);
  std::filesystem::path folder;
  std::vector<std::filesystem::path> more_folders;
  if (agent.origin) folder = std::filesystem::path(agent.origin->file).parent_path();
  if (agent.origin && !agent.origin->outermost_folder.empty()) more_folders = {agent.origin->outermost_folder};
  // P2.9.2-02: seen from the declaring file, so that a prompt works wherever the process was started.
  std::optional<std::filesystem::path> const path =
      file_boundary::locate(*prompty->path, folder.empty() ? "." : folder, more_folders);
  if (!path) throw errors::child_prompt_outside(tool.name, *prompty->path);
  return *path;
}

PromptyAgent with_child_prompts(PromptyAgent agent, Environment const& environment,
                                std::shared_ptr<Secrets> const& secrets) {
  for (Tool& tool : agent.tools) {
    if (!std::holds_alternative<PromptyTool>(tool.details) || tool.offered) continue;
    PromptyAgent const child = load(child_path(tool, agent), {.environment = environment, .secrets = secrets});
    bool const described = tool.description && !tool.description->empty();
    // P2.9.2-01: to the model the other file is a function like any other.
    tool.offered = std::vector<ToolDefinition>{{.name = tool.name,
                                                .description = described ? tool.description : child.description,
                                                .parameters = wire::schema_to_wire(child.inputs)}};
  }
  return agent;
}

PromptyAgent with_custom_tools(PromptyAgent agent, ToolRegistry const& tools) {
  for (Tool& tool : agent.tools) {
    CustomTool const* const custom = std::get_if<CustomTool>(&tool.details);
    if (custom == nullptr || tool.offered) continue;
    tool.offered = offered_by(tool, *custom, agent, tools);
  }
  return agent;
}

PromptyAgent with_child_and_custom_tools(PromptyAgent agent, Runtime const& runtime) {
  return with_custom_tools(with_child_prompts(std::move(agent), runtime.environment, runtime.connections->secrets),
                           *runtime.tools);
}

PromptyAgent with_tools_of_turn(PromptyAgent agent, TurnOptions const& options) {
  // P13.4-07: a child may call them if it declares them, but they were handed to the turn around it.
  if (options.enclosing_turns > 0) return agent;
  for (auto const& [name, handler] : options.tools) {
    if (tool_for(agent, name) != nullptr) continue;
    Tool added{.name = name, .description = handler.description, .details = CustomTool{.kind = "function"}};
    // P9.8-01: without a schema of its own it may be called with any object.
    added.offered = std::vector<ToolDefinition>{definition_with(added, handler.parameters.value_or(no_parameters()))};
    agent.tools.push_back(std::move(added));
  }
  return agent;
}

PromptyAgent with_discovered_tools(PromptyAgent agent, TurnOptions const& options, ToolRegistry const& tools) {
  for (Tool& tool : agent.tools) {
    if (tool.offered) continue;
    if (std::holds_alternative<CustomTool>(tool.details)) {
      std::map<std::string, ToolHandler>::const_iterator const handler = options.tools.find(tool.name);
      if (handler == options.tools.end() || !handler->second.parameters) continue;
      tool.offered = std::vector<ToolDefinition>{definition_with(tool, *handler->second.parameters)};
    } else if (std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find(kind_of(tool))) {
      DiscoveredTools discovered = (*discovery)(tool, agent);
      tool.offered = std::move(discovered.functions);
      for (std::string const& warning : shortened(std::move(discovered.warnings))) {
        EventChannel(options).send(StatusEvent{fmt::format("Warning: tool '{}': {}", tool.name, warning)});
      }
    }
  }
  return agent;
}

void warn_of_many_functions(PromptyAgent const& agent, TurnOptions const& options) {
  std::size_t functions = 0;
  Tool const* largest = nullptr;
  std::size_t most = 0;
  for (Tool const& tool : agent.tools) {
    std::size_t const count = tool.offered ? tool.offered->size() : 1;
    functions += count;
    if (count > most) largest = &tool;
    most = std::max(most, count);
  }
  if (functions <= most_functions) return;
  EventChannel(options).send(
      StatusEvent{fmt::format("Warning: {} functions are offered, of which most providers take {}; name those that the "
                              "model needs in allowedTools of the tool '{}', which offers {}",
                              functions, most_functions, largest->name, most)});
}

}  // namespace prompty
