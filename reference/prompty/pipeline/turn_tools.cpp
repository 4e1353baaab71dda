#include "prompty/pipeline/turn_tools.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "prompty/agent/bindings.hpp"
#include "prompty/agent/dispatch.hpp"
#include "prompty/conversation/tool_failure.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/pipeline/child_prompts.hpp"
#include "prompty/pipeline/custom_tools.hpp"
#include "prompty/trace/traced.hpp"
#include "prompty/wire/live/schema.hpp"
#include "prompty/wire/tool_projection.hpp"

namespace prompty {
namespace turn_tools {
namespace {

constexpr TracedCall tool_call = {.name = "execute_tool", .signature = "prompty.execute_tool"};

std::vector<std::string> functions_of(PromptyAgent const& agent) {
  std::vector<std::string> names;
  for (Tool const& tool : agent.tools) {
    if (!tool.offered) names.push_back(tool.name);
    for (ToolDefinition const& definition : tool.offered.value_or(std::vector<ToolDefinition>())) {
      names.push_back(definition.name);
    }
  }
  return names;
}

std::optional<std::vector<ToolDefinition>> given_definition(Tool const& tool, TurnOptions const& options) {
  std::map<std::string, ToolHandler>::const_iterator const handler = options.tools.find(tool.name);
  bool const is_given = handler != options.tools.end() && handler->second.parameters;
  if (!is_given || !std::holds_alternative<CustomTool>(tool.details)) return std::nullopt;
  return std::vector<ToolDefinition>{
      {.name = tool.name, .description = tool.description, .parameters = *handler->second.parameters}};
}

bool has_known_functions(Tool const& tool) {
  return tool.offered || std::holds_alternative<FunctionTool>(tool.details);
}

/// What the model was told of the function's parameters, bound ones not among them; nothing when it was not told.
std::optional<Json> parameters_of(Tool const& tool, std::string const& function, Profile profile) {
  if (!has_known_functions(tool)) return std::nullopt;
  for (Json const& definition : profile == Profile::live ? live::tools_to_wire({tool}) : wire::tools_to_wire({tool})) {
    Json const& shown = definition["function"];
    if (shown["name"] == function && shown.contains("parameters")) return shown["parameters"];
  }
  return std::nullopt;
}

std::shared_ptr<conversation::ArgumentSchema const> compiled(Tool const& tool, std::string const& function,
                                                             Profile profile) {
  try {
    std::optional<Json> parameters = parameters_of(tool, function, profile);
    if (!parameters) return nullptr;
    return std::make_shared<conversation::ArgumentSchema const>(function, std::move(*parameters));
  } catch (ValueError const&) {
    // a schema of others that this version cannot read is theirs to enforce.
    return nullptr;
  }
}

/// P2.9.1-05: what the model gives for a bound parameter is replaced, so that nothing is held against it.
Json without_bound(Json arguments, Tool const& tool) {
  for (auto const& [parameter, value] : tool.bindings.items()) arguments.erase(parameter);
  return arguments;
}

}  // namespace
}  // namespace turn_tools

PromptyAgent with_discovered_tools(PromptyAgent agent, ChildPrompts children, TurnOptions const& options,
                                   Runtime const& runtime) {
  for (Tool& tool : agent.tools) {
    if (tool.offered) continue;
    tool.offered = turn_tools::given_definition(tool, options);
    if (tool.offered || std::holds_alternative<CustomTool>(tool.details)) continue;
    std::shared_ptr<ToolDiscovery const> const discovery = runtime.tools->discoveries.find(kind_of(tool));
    if (discovery != nullptr) tool.offered = (*discovery)(tool, agent);
  }
  if (children == ChildPrompts::unknown) return agent;
  return with_custom_tools(with_child_prompts(std::move(agent), runtime.environment, runtime.connections->secrets),
                           *runtime.tools);
}

TurnTools::TurnTools(PromptyAgent const& agent, Json const& inputs, std::shared_ptr<TurnOptions const> options,
                     Runtime const& runtime, SpanParent parent)
    : agent_(agent), inputs_(inputs), options_(std::move(options)), runtime_(runtime), parent_(std::move(parent)) {}

std::shared_ptr<conversation::ArgumentSchema const> TurnTools::schema_of(Tool const& tool,
                                                                         std::string const& function) const {
  std::scoped_lock const lock(mutex_);
  auto const known = schemas_.find(function);
  if (known != schemas_.end()) return known->second;
  return schemas_.emplace(function, turn_tools::compiled(tool, function, runtime_.profile)).first->second;
}

Json TurnTools::result_of(Tool const& tool, ToolCall const& call, Json const& arguments, Span const& span) const {
  std::map<std::string, ToolHandler>::const_iterator const own = options_->tools.find(call.name);
  if (own != options_->tools.end()) {
    return own->second.call(with_bindings(arguments, tool, inputs_, runtime_.profile));
  }
  CallSetting const setting{.function = call.name,
                            .span = span.as_parent(),
                            .cancellation = options_->cancellation,
                            .prompts = options_->prompts,
                            .turn = options_};
  // P11.2-04: what is not registered for this turn is found by `dispatch` alone.
  return dispatch(tool, arguments, agent_, inputs_, setting, *runtime_.tools, runtime_.profile).result;
}

ToolOutput TurnTools::run(ToolCall const& call, Json const& arguments) const {
  Tool const* const tool = tool_for(agent_, call.name);
  // P9.2-05: a handler of that name, registered for another prompt, is not even looked for.
  if (tool == nullptr) {
    return {.text = conversation::tool_failure::unknown_tool(call.name, turn_tools::functions_of(agent_)),
            .is_error = true};
  }
  std::shared_ptr<conversation::ArgumentSchema const> const schema = schema_of(*tool, call.name);
  // P9.2-06: held against what the model was told; bound values are added later.
  std::optional<std::string> const misfit =
      schema == nullptr ? std::nullopt : schema->misfit(turn_tools::without_bound(arguments, *tool));
  if (misfit) {
    return {.text = conversation::tool_failure::unfit_arguments(call.name, *misfit), .is_error = true};
  }
  // P9.7-02, P9.7-03, P9.7-04: what a handler throws fails this span; the round catches it before it reaches the
  // turn's.
  Json const result = traced(
      runtime_.tracer, parent_, turn_tools::tool_call,
      [&] {
        return Json{{"name", call.name}, {"arguments", arguments}};
      },
      [&](Span& span) {
        span.emit("gen_ai.operation.name", "execute_tool");
        span.emit("gen_ai.tool.name", call.name);
        span.emit("gen_ai.tool.call.id", call.id);
        return result_of(*tool, call, arguments, span);
      },
      [](Json const& value) { return value; });
  // P9.2-03: a string would get quotes and escapes as JSON, which the model has no use for.
  return {.text = result.is_string() ? result.get<std::string>() : json_text::dump(result)};
}

}  // namespace prompty
