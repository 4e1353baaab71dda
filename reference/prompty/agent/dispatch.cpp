#include "prompty/agent/dispatch.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "prompty/agent/bindings.hpp"
#include "prompty/agent/errors.hpp"
#include "prompty/core/errors.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty {
namespace dispatching {
namespace {

bool allows(Tool const& tool, std::string_view function) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  // an empty list filters nothing.
  if (mcp == nullptr || mcp->allowed_tools.empty()) return true;
  return std::find(mcp->allowed_tools.begin(), mcp->allowed_tools.end(), function) != mcp->allowed_tools.end();
}

bool offers(Tool const& tool, std::string_view function) {
  if (!tool.offered) return false;
  bool const is_offered = std::any_of(tool.offered->begin(), tool.offered->end(),
                                      [&](ToolDefinition const& definition) { return definition.name == function; });
  return is_offered && allows(tool, function);
}

template <class Predicate>
Tool const* first_of(std::vector<Tool> const& tools, Predicate const& holds) {
  std::vector<Tool>::const_iterator const found = std::find_if(tools.begin(), tools.end(), holds);
  return found == tools.end() ? nullptr : &*found;
}

std::shared_ptr<KindHandler const> kind_handler_for(Tool const& tool, ToolRegistry const& tools) {
  // P11.2-03, P11.2-16: the kind alone decides; a handler from outside is found like a built-in one.
  std::shared_ptr<KindHandler const> exact = tools.kinds.find(kind_of(tool));
  bool const is_custom = std::holds_alternative<CustomTool>(tool.details);
  return exact == nullptr && is_custom ? tools.kinds.find("*") : exact;
}

}  // namespace
}  // namespace dispatching

Tool const* tool_for(PromptyAgent const& agent, std::string_view function) {
  Tool const* const offering =
      dispatching::first_of(agent.tools, [&](Tool const& tool) { return dispatching::offers(tool, function); });
  if (offering != nullptr) return offering;
  return dispatching::first_of(agent.tools, [&](Tool const& tool) { return tool.name == function; });
}

Json parsed_arguments(std::string_view function, std::string const& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return Json::object();
  std::variant<Json, json_text::Failure> read = json_text::parse_or_failure(text);
  if (json_text::Failure const* const failure = std::get_if<json_text::Failure>(&read)) {
    throw errors::arguments_not_json(function, failure->reason);
  }
  return std::get<Json>(std::move(read));
}

Dispatched dispatch(Tool const& tool, Json arguments, PromptyAgent const& agent, Json const& inputs,
                    CallSetting const& setting, ToolRegistry const& tools, Profile profile) {
  if (setting.function.empty()) {
    CallSetting named = setting;
    named.function = tool.name;
    return dispatch(tool, std::move(arguments), agent, inputs, named, tools, profile);
  }
  std::string const& function = setting.function;
  if (!arguments.is_object()) throw errors::arguments_not_an_object(function, arguments);

  // P2.9.1-04: before it is clear which layer serves the call, so that both get the same.
  Json received = with_bindings(std::move(arguments), tool, inputs, profile);
  // P11.2-02, P11.2-20: whatever the kind of the tool, so that a user can replace any tool by a function.
  if (std::shared_ptr<ToolHandler const> const named = tools.names.find(function)) {
    // P11.2-17: a function of the user knows nothing of agents.
    Json result = named->call(received);
    return {.result = std::move(result), .served_by = ServedBy::name, .received = std::move(received)};
  }
  if (std::shared_ptr<KindHandler const> const general = dispatching::kind_handler_for(tool, tools)) {
    // P11.2-18: one handler serves many tools, so it has to be told which one and of which agent.
    Json result = (*general)(tool, received, agent, inputs, setting);
    return {.result = std::move(result), .served_by = ServedBy::kind, .received = std::move(received)};
  }
  throw errors::no_tool_handler(function, kind_of(tool));
}

}  // namespace prompty
