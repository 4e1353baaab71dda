#include "prompty/pipeline/typed_tools.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "prompty/pipeline/errors.hpp"

namespace prompty {
namespace {

/// P11.5-06: functions only; tools of other kinds are carried out by the handler of their kind.
std::map<std::string, Tool const*> declared_functions(PromptyAgent const& agent) {
  std::map<std::string, Tool const*> functions;
  for (Tool const& tool : agent.tools) {
    if (std::holds_alternative<FunctionTool>(tool.details)) functions.emplace(tool.name, &tool);
  }
  return functions;
}

std::string names_of(std::map<std::string, Tool const*> const& functions) {
  std::vector<std::string> names;
  for (auto const& [name, tool] : functions) names.push_back(name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// How the handler's parameter differs from those that the file declares; nothing where it fits.
std::optional<std::string> difference(Property const& parameter, Tool const& declared) {
  if (declared.bindings.contains(parameter.name)) return std::nullopt;
  std::vector<Property> const& properties = std::get<FunctionTool>(declared.details).parameters;
  std::vector<Property>::const_iterator const found = std::ranges::find(properties, parameter.name, &Property::name);
  bool const is_required = parameter.required.value_or(false);
  if (found == properties.end()) {
    if (!is_required) return std::nullopt;
    return fmt::format("its handler needs the parameter '{}', which agent.tools does not declare", parameter.name);
  }
  if (found->kind != parameter.kind) {
    return fmt::format("the parameter '{}' is declared as {}, and its handler takes {}", parameter.name, found->kind,
                       parameter.kind);
  }
  if (is_required && !found->required.value_or(false)) {
    return fmt::format("its handler needs the parameter '{}', which agent.tools does not declare as required",
                       parameter.name);
  }
  return std::nullopt;
}

void warn_of_differences(TypedTool const& tool, Tool const& declared, WarningSink const& warn) {
  for (Property const& parameter : std::get<FunctionTool>(tool.definition.details).parameters) {
    if (std::optional<std::string> const found = difference(parameter, declared)) {
      warn(fmt::format("Tool '{}': {}", declared.name, *found));
    }
  }
}

}  // namespace

TypedTool typed_tools::make(std::string name, std::string description, std::vector<Property> parameters, Json schema,
                            std::function<HandlerResult(Json const& arguments)> call) {
  std::optional<std::string> const described =
      description.empty() ? std::nullopt : std::optional(std::move(description));
  // P11.5-01: the parameters as the file would declare them.
  return {.definition = {.name = std::move(name),
                         .description = described,
                         .details = FunctionTool{.parameters = std::move(parameters)}},
          .handler = {.call = std::move(call), .parameters = std::move(schema), .description = described}};
}

WarningSink warnings_on_standard_error() {
  return [](std::string const& warning) { std::cerr << fmt::format("[prompty] warning: {}\n", warning); };
}

std::map<std::string, ToolHandler> bind_tools(PromptyAgent const& agent, std::vector<TypedTool> const& tools,
                                              WarningSink const& warn) {
  std::map<std::string, Tool const*> const declared = declared_functions(agent);
  std::map<std::string, ToolHandler> handlers;
  for (TypedTool const& tool : tools) {
    std::string const& name = tool.definition.name;
    // P11.5-03: which of the two was meant nobody can know.
    if (!handlers.emplace(name, tool.handler).second) throw errors::duplicate_tool_handler(name);
    // P11.5-04: the model is not told of it, so it would never be called.
    if (!declared.contains(name)) throw errors::undeclared_tool_handler(name, names_of(declared));
  }
  for (TypedTool const& tool : tools) warn_of_differences(tool, *declared.at(tool.definition.name), warn);
  for (auto const& [name, tool] : declared) {
    // P11.5-05: no error, since the handler may be registered.
    if (handlers.contains(name)) continue;
    warn(fmt::format("Tool '{}' is declared in agent.tools but no handler was provided to bind_tools()", name));
  }
  return handlers;
}

void register_tool(TypedTool const& tool, Runtime& runtime) {
  register_tool(tool.definition.name, tool.handler, runtime);
}

}  // namespace prompty
